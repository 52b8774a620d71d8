import { ApiError, invalid } from '../../contract/api-error.ts'
import type { LogTarget } from '../../contract/log-event.ts'
import { policyType } from '../../contract/policy-types.ts'
import { remove } from '../../policy/priority.ts'
import { changeDetails, policyTarget, ruleTarget, statusChange } from '../audit/targets.ts'
import type { Act, Service } from '../service.ts'
import type { RuleView } from '../snapshot.ts'
import { requireRule } from './check.ts'
import { rankedRules, storePriorities } from './ranking.ts'

/** @throws E0000006 for a default rule, which cannot be deleted */
export function deleteRule(service: Service, act: Act, policyId: string, ruleId: string): Promise<void> {
  return service.write(
    act,
    async (unit) => {
      const { policy, rule } = requireRule(await service.snapshot(), policyId, ruleId)
      const targets = [policyTarget(policy), ruleTarget(rule, policyId)]
      unit.attempt({ type: 'policy.rule.delete', targets })
      if (rule.system) throw new ApiError('E0000006')
      const placement = remove(policyType(policy.type).regime, await rankedRules(unit, policyId), ruleId)
      await service.store.models.PolicyRule.destroy({ where: { id: ruleId }, transaction: unit.transaction })
      await storePriorities(unit, 'policy_rules', placement)
      unit.record({ type: 'policy.rule.delete', targets: deletedRuleTargets(policy, rule) })
    },
    { changes: [policyId] },
  )
}

/** The targets of a rule's deletion, with all that the rule said. */
export function deletedRuleTargets(policy: Parameters<typeof policyTarget>[0], rule: RuleView): LogTarget[] {
  const { name, status, priority, conditions, actions } = rule
  const details = changeDetails({ name, status, priority, conditions, actions }, {})
  return [policyTarget(policy), ruleTarget(rule, policy.id, details)]
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
      const type = status === 'ACTIVE' ? 'policy.rule.activate' : 'policy.rule.deactivate'
      const details = statusChange(rule.status, status)
      unit.attempt({ type, targets: [policyTarget(policy), ruleTarget(rule, policyId)] })
      if (rule.system) throw invalid('status', 'a default rule stays active')
      await service.store.models.PolicyRule.update(
        { status, lastUpdated: unit.now },
        { where: { id: ruleId }, transaction: unit.transaction },
      )
      unit.record({ type, targets: [policyTarget(policy), ruleTarget(rule, policyId, details)] })
    },
    { changes: [policyId] },
  )
}
