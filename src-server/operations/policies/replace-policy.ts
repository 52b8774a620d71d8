import { invalid } from '../../contract/api-error.ts'
import type { PolicyWrite } from '../../contract/policy.ts'
import { policyType } from '../../contract/policy-types.ts'
import { changeDetails, policyTarget } from '../audit/targets.ts'
import type { Act, Service, Unit } from '../service.ts'
import type { PolicyView } from '../snapshot.ts'
import { requireAuthenticators } from '../supporting/require-authenticators.ts'
import { placeOrRefuse, requireFreeName, requirePolicy, requireUnchanged } from './check.ts'
import { requireReferences } from './check-references.ts'
import { completeSettings, withAddedPolicyConditions } from './defaults.ts'
import { rankedPolicies, storePriorities } from './ranking.ts'

/**
 * Replaces a policy. Without a `priority` it keeps its place. Of a default policy the place, the conditions and the
 * status stay as they are.
 */
export function replacePolicy(service: Service, act: Act, policyId: string, body: PolicyWrite): Promise<void> {
  return service.write(act, async (unit) => {
    const before = requirePolicy(await service.snapshot(), policyId)
    unit.attempt({ type: 'policy.lifecycle.update', targets: [policyTarget(before)], refusals: 'forbidden' })
    if (body.type !== before.type)
      throw invalid('type', `this policy is of type ${before.type}; the type cannot change`)
    if (before.system) requireDefaultKept(before, body)
    await requireFreeName(unit, before, body.name, policyId)
    await requireReferences(unit, body.conditions, before.conditions)
    await requireAuthenticators(unit, body.settings, service.engine())

    const after = {
      name: body.name,
      status: body.status ?? before.status,
      description: body.description ?? null,
      priority: before.system ? before.priority : await move(unit, before, body.priority ?? null),
      conditions: before.system ? (before.conditions ?? null) : withAddedPolicyConditions(before.type, body.conditions),
      settings: body.settings
        ? completeSettings(before.type, body.settings, service.engine())
        : (before.settings ?? null),
    }
    await service.store.models.Policy.update(
      { ...after, lastUpdated: unit.now },
      { where: { id: policyId }, transaction: unit.transaction },
    )
    const { name, status, description, priority, conditions, settings } = before
    const details = changeDetails({ name, status, description, priority, conditions, settings }, after)
    unit.record({ type: 'policy.lifecycle.update', targets: [policyTarget({ ...before, ...after }, details)] })
  })
}

function requireDefaultKept(before: PolicyView, body: PolicyWrite): void {
  requireUnchanged('priority', body.priority, before.priority)
  requireUnchanged('conditions', body.conditions, before.conditions)
  if (body.status === 'INACTIVE') throw invalid('status', 'a default policy stays active')
}

async function move(unit: Unit, before: PolicyView, wanted: number | null): Promise<number> {
  if (policyType(before.type).regime === 'v2' || wanted === null) return before.priority
  const placement = placeOrRefuse(before.type, await rankedPolicies(unit, before), before.id, wanted)
  await storePriorities(unit, 'policies', placement)
  return placement.get(before.id) as number
}
