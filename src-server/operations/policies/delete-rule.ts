import { ApiError, invalid } from '../../contract/api-error.ts'
import { policyType } from '../../contract/policy-types.ts'
import { remove } from '../../policy/priority.ts'
import { policyTarget, ruleTarget } from '../audit/targets.ts'
import type { Act, Service } from '../service.ts'
import { requireRule } from './check.ts'
import { rankedRules, storePriorities } from './ranking.ts'

/** @throws E0000006 for a default rule, which cannot be deleted */
export function deleteRule(service: Service, act: Act, policyId: string, ruleId: string): Promise<void> {
  return service.write(
    act,
    async (unit) => {
      const { policy, rule } = requireRule(await service.snapshot(), policyId, ruleId)
      if (rule.system) throw new ApiError('E0000006')
      const placement = remove(policyType(policy.type).regime, await rankedRules(unit, policyId), ruleId)
      await service.store.models.PolicyRule.destroy({ where: { id: ruleId }, transaction: unit.transaction })
      await storePriorities(unit, 'policy_rules', placement)
      unit.record({ type: 'policy.rule.delete', targets: [policyTarget(policy), ruleTarget(rule, policyId)] })
    },
    { changes: [policyId] },
  )
}

/** Switches a rule on or off; a repeat is fine and leaves no event (spec/4 §1.3). */
export function setRuleStatus(
  service: Service,
  act: Act,
  policyId: string,
  ruleId: string,
  status: 'ACTIVE' | 'INACTIVE',
): Promise<void> {
  return service.write(
    act,
    async (unit) => {
      const { policy, rule } = requireRule(await service.snapshot(), policyId, ruleId)
      if (rule.status === status) return
      if (rule.system) throw invalid('status', 'a default rule stays active')
      await service.store.models.PolicyRule.update(
        { status, lastUpdated: unit.now },
        { where: { id: ruleId }, transaction: unit.transaction },
      )
      const type = status === 'ACTIVE' ? 'policy.rule.activate' : 'policy.rule.deactivate'
      unit.record({ type, targets: [policyTarget(policy), ruleTarget(rule, policyId)] })
    },
    { changes: [policyId] },
  )
}
