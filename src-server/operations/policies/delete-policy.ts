import { ApiError, invalid } from '../../contract/api-error.ts'
import { policyType } from '../../contract/policy-types.ts'
import { remove } from '../../policy/priority.ts'
import { policyTarget } from '../audit/targets.ts'
import type { Act, Service } from '../service.ts'
import { requirePolicy } from './check.ts'
import { mapToDefaults } from './default-mappings.ts'
import { rankedPolicies, storePriorities } from './ranking.ts'

/** Deletes a policy with its rules; applications that were mapped to it fall back to the default policy. */
export function deletePolicy(service: Service, act: Act, policyId: string): Promise<void> {
  return service.write(act, async (unit) => {
    const policy = requirePolicy(await service.snapshot(), policyId)
    if (policy.system) throw new ApiError('E0000006')
    const placement =
      policyType(policy.type).regime === 'v1'
        ? remove('v1', await rankedPolicies(unit, policy), policyId)
        : new Map<string, number>()
    await service.store.models.Policy.destroy({ where: { id: policyId }, transaction: unit.transaction })
    await storePriorities(unit, 'policies', placement)
    await mapToDefaults(unit)
    unit.record({ type: 'policy.lifecycle.delete', targets: [policyTarget(policy)] })
  })
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
      if (policy.system) throw invalid('status', 'a default policy stays active')
      await service.store.models.Policy.update(
        { status, lastUpdated: unit.now },
        { where: { id: policyId }, transaction: unit.transaction },
      )
      const type = status === 'ACTIVE' ? 'policy.lifecycle.activate' : 'policy.lifecycle.deactivate'
      unit.record({ type, targets: [policyTarget(policy)] })
    },
    { changes: [policyId] },
  )
}
