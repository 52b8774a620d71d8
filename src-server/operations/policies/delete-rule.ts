import { ApiError } from '#contract/interface/api-error.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { changeDetails, policyTarget, ruleTarget } from '#contract/log/targets.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { policyRules } from '#db/tables/policies.ts'
import { prioritiesWithout } from '#policy/index.ts'
import { rankedRules, storeRulePriorities } from './ranking.ts'
import { requireRule, type PolicyView, type RuleView } from '../snapshot/read-policies.ts'

/** @throws ApiError E0000006 for a default rule, which cannot be deleted */
export async function deleteRule(tx: Tx, policyId: string, ruleId: string): Promise<void> {
  const { policy, rule } = await requireRule(tx, policyId, ruleId)
  tx.authorize('policy.rule.delete', [policyTarget(policy), ruleTarget(rule, policyId)])
  if (rule.system) throw new ApiError('E0000006')
  const placement = prioritiesWithout(policyType(policy.type).priorityScheme, rankedRules(policy.rules), ruleId)
  await policyRules.remove(tx, rule)
  await storeRulePriorities(tx, placement)
  tx.record({ type: 'policy.rule.delete', targets: deletedRuleTargets(policy, rule) })
}

/** The targets of a rule's deletion, with the rule's content. */
export function deletedRuleTargets(policy: PolicyView, rule: RuleView): LogTarget[] {
  const { name, status, priority, conditions, actions } = rule
  const details = changeDetails({ name, status, priority, conditions, actions }, {})
  return [policyTarget(policy), ruleTarget(rule, policy.id, details)]
}
