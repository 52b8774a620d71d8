import { asRequest } from '#contract/interface/as-request.ts'
import { Op } from 'sequelize'
import { invalid } from '#contract/interface/api-error.ts'
import { CATCH_ALL_PRIORITY } from '#contract/interface/limits.ts'
import { ruleWriteSchema } from '#contract/policy/policy.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { policies, policyRules } from '#db/tables/policies.ts'
import { setRuleStatus } from '../../policies/set-status.ts'
import { createRule, replaceRule } from '../../policies/write-rule.ts'
import type { Restoring } from './restoring.ts'
import { isOtherContent } from './stored-body.ts'

/** Makes a rule what it was, or again where it was deleted. @throws ApiError E0000001 without its policy */
export async function restoreRule(tx: Tx, { to, parentId, newest }: Restoring<'rule'>): Promise<void> {
  const policyId = parentId ?? ''
  if (!(await policies.get(tx, policyId)))
    throw invalid('policyId', 'the policy of this rule no longer exists; restore it first')
  const { id, status, system } = to
  if (newest.body === null) return void (await createRule(tx, policyId, ruleRequest(to), true, id))
  if (isOtherContent(newest.body, to)) {
    const priority = await numberFor(tx, policyId, to)
    await replaceRule(tx, policyId, id, ruleRequest({ ...to, priority }))
  }
  if (!system) await setRuleStatus(tx, policyId, id, status)
}

/**
 * The number by which a rule has the place again that it had. Where numbers stay with their rules (v2), one that moved up has pushed
 * those above its old place down by one, the last of them onto its own number: it comes after that one.
 */
async function numberFor(tx: Tx, policyId: string, to: Restoring<'rule'>['to']): Promise<number> {
  const { priority } = await policyRules.require(tx, to.id)
  const isBack = policyType(to.policyType).priorityScheme === 'v1' || to.system || to.priority <= priority
  const others = { policyId, priority: to.priority, id: { [Op.ne]: to.id }, system: false }
  if (isBack || !(await policyRules.exists(tx, others))) return to.priority
  return Math.min(to.priority + 1, CATCH_ALL_PRIORITY - 1)
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
