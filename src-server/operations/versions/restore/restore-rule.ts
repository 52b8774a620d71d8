import { invalid } from '#contract/interface/api-error.ts'
import { ruleWriteSchema } from '#contract/policy/policy.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { policies } from '#db/tables/policies.ts'
import { setRuleStatus } from '../../policies/set-status.ts'
import { createRule, replaceRule } from '../../policies/write-rule.ts'
import type { Restoring } from './restoring.ts'
import { asRequest, isOtherContent } from './stored-body.ts'

/** Makes a rule what it was, or again where it was deleted. @throws ApiError E0000001 without its policy */
export async function restoreRule(tx: Tx, { to, parentId, newest }: Restoring<'rule'>): Promise<void> {
  const policyId = parentId ?? ''
  if (!(await policies.get(tx, policyId)))
    throw invalid('policyId', 'the policy of this rule no longer exists; restore it first')
  const { id, status, system } = to
  if (newest.body === null) return void (await createRule(tx, policyId, ruleRequest(to), true, id))
  if (isOtherContent(newest.body, to)) await replaceRule(tx, policyId, id, ruleRequest(to))
  if (!system) await setRuleStatus(tx, policyId, id, status)
}

/** A default rule has its place and its conditions by itself. */
export function ruleRequest({
  name,
  status,
  priority,
  conditions,
  actions,
  system,
  policyType: type,
}: Restoring<'rule'>['to']) {
  const own = system ? {} : { status, priority, conditions }
  return asRequest(ruleWriteSchema, { type: policyType(type).ruleType, name, actions, ...own })
}
