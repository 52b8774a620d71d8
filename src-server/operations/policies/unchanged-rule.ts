import type { ReplacedRule } from '#contract/gatehouse/change-review.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import { canonical } from '#contract/interface/canonical.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { formatList } from '#policy/index.ts'
import { requireRule } from '../snapshot/read-policies.ts'

/** What is compared, as sentences call it. */
const PARTS = { name: 'name', conditions: 'conditions', actions: 'actions', priority: 'place' } as const

/**
 * Whether a rule is as it was when something was made to be put in its place; so that what others have changed since is not lost.
 * @throws ApiError E0000001 that names what has changed, E0000007
 */
export async function assertRuleUnchanged(
  reader: Reader,
  { policyId, ruleId }: { policyId: string; ruleId: string },
  was: ReplacedRule,
): Promise<void> {
  const { rule } = await requireRule(reader, policyId, ruleId)
  const { name, conditions = null, actions, priority } = rule
  const is = { name, conditions, actions, priority }
  const changed = Object.entries(PARTS).flatMap(([part, called]) => {
    const key = part as keyof typeof PARTS
    return was[key] === undefined || canonical(was[key]) === canonical(is[key]) ? [] : [called]
  })
  if (changed.length === 0) return
  const errorSummary = `the rule “${name}” has other ${formatList(changed)} by now; look for repairs again`
  throw new ApiError('E0000001', { values: { subject: 'rule' }, causes: [{ errorSummary }] })
}
