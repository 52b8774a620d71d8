import { invalid } from '#contract/interface/api-error.ts'
import { changeDetails, policyTarget } from '#contract/log/targets.ts'
import type { PolicyWrite } from '#contract/policy/policy.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { policies } from '#db/tables/policies.ts'
import { completeSettings, withAddedPolicyConditions } from '#policy/index.ts'
import { assertUnchanged } from '../service/checks.ts'
import { requireAuthenticators } from '../policy-resources/require-authenticators.ts'
import { assertUniquePolicyName } from './check.ts'
import { assertPlaceKept } from './former-places.ts'
import { assertReferences } from './check-references.ts'
import { placeOrReject, rankedPolicies, storePolicyPriorities } from './ranking.ts'
import { requirePolicy, type PolicyView } from '../snapshot/read-policies.ts'

/**
 * Replaces a policy. Without a `priority` it keeps its place. Its status stays, whatever the body says: only the lifecycle
 * changes it (spec/5 §13). Of a default policy the place and the conditions stay, too.
 */
export async function replacePolicy(tx: Tx, policyId: string, body: PolicyWrite): Promise<void> {
  const before = await requirePolicy(tx, policyId)
  tx.authorize('policy.lifecycle.update', [policyTarget(before)], 'well-formed')
  if (body.type !== before.type) throw invalid('type', `this policy is of type ${before.type}; the type cannot change`)
  if (before.system) await assertDefaultUnchanged(tx, before, body)
  await assertUniquePolicyName(tx, before, body.name, policyId)
  await assertReferences(tx, body.conditions, before.conditions)
  await requireAuthenticators(tx, body.settings)

  const after = {
    name: body.name,
    description: body.description ?? null,
    priority: before.system ? before.priority : await move(tx, before, body.priority ?? null),
    conditions: before.system ? (before.conditions ?? null) : withAddedPolicyConditions(before.type, body.conditions),
    settings: body.settings ? completeSettings(before.type, body.settings, tx.engine) : (before.settings ?? null),
  }
  const stored = await policies.require(tx, policyId)
  await policies.update(tx, stored, { ...after, lastUpdated: tx.now })
  const { name, description, priority, conditions, settings } = before
  const details = changeDetails({ name, description, priority, conditions, settings }, after)
  tx.record({ type: 'policy.lifecycle.update', targets: [policyTarget({ ...before, ...after }, details)] })
}

async function assertDefaultUnchanged(tx: Tx, before: PolicyView, body: PolicyWrite): Promise<void> {
  await assertPlaceKept(tx, tx.now, body.priority, before)
  assertUnchanged('conditions', body.conditions, before.conditions)
}

async function move(tx: Tx, before: PolicyView, expected: number | null): Promise<number> {
  if (policyType(before.type).priorityScheme === 'v2' || expected === null) return before.priority
  const placement = placeOrReject(before.type, await rankedPolicies(tx, before), before.id, expected)
  await storePolicyPriorities(tx, placement)
  return placement.get(before.id) ?? before.priority
}
