import { ApiError, invalid } from '../../contract/api-error.ts'
import { policyType } from '../../contract/policy-types.ts'
import { remove } from '../../policy/priority.ts'
import { changeDetails, policyTarget, statusChange } from '../audit/targets.ts'
import type { Act, Service, Unit } from '../service.ts'
import type { PolicyView } from '../snapshot.ts'
import { requirePolicy } from './check.ts'
import { deletedRuleTargets } from './delete-rule.ts'
import { mapToDefaults } from './default-mappings.ts'
import { rankedPolicies, storePriorities } from './ranking.ts'

/** Rules whose deletion is told one by one when their policies go; a thousand would keep all other changes waiting. */
const RULES_TOLD = 200

/** Deletes a policy with its rules; applications that were mapped to it fall back to the default policy. */
export function deletePolicy(service: Service, act: Act, policyId: string): Promise<void> {
  return service.write(act, async (unit) => {
    const policy = requirePolicy(await service.snapshot(), policyId)
    unit.attempt({ type: 'policy.lifecycle.delete', targets: [policyTarget(policy)] })
    if (policy.system) throw new ApiError('E0000006')
    const placement =
      policyType(policy.type).regime === 'v1'
        ? remove('v1', await rankedPolicies(unit, policy), policyId)
        : new Map<string, number>()
    await service.store.models.Policy.destroy({ where: { id: policyId }, transaction: unit.transaction })
    await storePriorities(unit, 'policies', placement)
    const applications = await mapToDefaults(unit)
    recordDeletion(unit, [policy], { applications })
  })
}

/**
 * Tells of policies that go, each with what it said, then of their rules: whoever asks what became of a rule finds it by
 * its id.
 */
export function recordDeletion(
  unit: Unit,
  policies: readonly PolicyView[],
  debugData: Record<string, unknown> = {},
): void {
  for (const policy of policies) {
    const { name, status, description, priority, conditions, settings, rules } = policy
    const details = changeDetails({ name, status, description, priority, conditions, settings }, {})
    const data = { rules: rules.length, ...debugData }
    unit.record({ type: 'policy.lifecycle.delete', targets: [policyTarget(policy, details)], debugData: data })
  }
  const rules = policies.flatMap((policy) => policy.rules.map((rule) => ({ policy, rule })))
  for (const { policy, rule } of rules.slice(0, RULES_TOLD))
    unit.record({ type: 'policy.rule.delete', targets: deletedRuleTargets(policy, rule) })
}

/**
 * Switches a policy on or off. Asking for the state that it is in is fine and leaves no event (spec/4 §1.3).
 * @throws E0000001 for a default policy, which stays active
 */
export function setPolicyStatus(
  service: Service,
  act: Act,
  policyId: string,
  status: 'ACTIVE' | 'INACTIVE',
): Promise<void> {
  return service.write(
    act,
    async (unit) => {
      const policy = requirePolicy(await service.snapshot(), policyId)
      if (policy.status === status) return
      const type = status === 'ACTIVE' ? 'policy.lifecycle.activate' : 'policy.lifecycle.deactivate'
      const details = statusChange(policy.status, status)
      unit.attempt({ type, targets: [policyTarget(policy)] })
      if (policy.system) throw invalid('status', 'a default policy stays active')
      await service.store.models.Policy.update(
        { status, lastUpdated: unit.now },
        { where: { id: policyId }, transaction: unit.transaction },
      )
      unit.record({ type, targets: [policyTarget(policy, details)] })
    },
    { changes: [policyId] },
  )
}
