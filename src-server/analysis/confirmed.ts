import type { PolicyType } from '#contract/policy/policy-types.ts'
import { decide, evaluate, type compile } from '#policy/index.ts'
import type { Witness } from './witness.ts'

/** What a witness is an example of: that a rule decides, or that none does. */
interface Expectation {
  type: PolicyType
  ruleId: string | null
}

/**
 * A witness that the core judges as is said of it; null for one that it does not, which must not be shown. One with needs is kept where the core
 * leaves open what it comes to, and is a whole example where it does not.
 */
export function confirmed(
  witness: Witness,
  compiled: ReturnType<typeof compile>,
  { type, ruleId }: Expectation,
): Witness | null {
  const { context, needs } = witness
  const isAsSaid = (decide(compiled, type, context)?.ruleId ?? null) === ruleId
  if (needs.length === 0) return isAsSaid ? witness : null
  const steps = evaluate(compiled, type, context, 'possible').path.flatMap((policy) =>
    policy.rules.map(({ rule, status }) => ({
      id: rule.id,
      // A rule that is met decides only where its policy is met too.
      isOpen: status === 'UNDEFINED' || policy.status === 'UNDEFINED',
    })),
  )
  const at = ruleId === null ? steps.length : steps.findIndex(({ id }) => id === ruleId)
  if (at < 0) return null
  const before = steps.slice(0, at)
  if (isAsSaid && before.every(({ isOpen }) => !isOpen)) return { context, needs: [] }
  return before.every(({ isOpen }) => isOpen) ? witness : null
}
