import type { CompiledCondition } from '../conditions/condition.ts'
import type { CompiledPolicy } from '../evaluate/compiled.ts'
import type { Facts } from '../facts.ts'
import { NO, UNKNOWN, YES, type Truth } from '../verdict.ts'
import type { Step } from './steps.ts'

/** Which of the conditions the facts leave open, as places in the list. */
const openPlaces = (conditions: readonly CompiledCondition[], facts: Facts) =>
  conditions.flatMap(({ test }, place) => (test(facts) === UNKNOWN ? [place] : [])).join('+')

/**
 * What may happen to someone on the way down a list of policies: every step that applies or may apply, with the conditions that decide
 * it, up to the first that surely does. Equal signatures mean: in every case that there is, the same happens.
 */
export function signatureOf(steps: readonly Step[], facts: Facts): string {
  const parts: string[] = []
  let asked: CompiledPolicy | null = null
  let own: Truth = NO
  /** A rule surely applies as soon as its policy does: the rest of the policy is never asked. */
  let isDone = false
  for (const { policy, rule, content } of steps) {
    if (policy !== asked) {
      asked = policy
      own = policy.test(facts)
      isDone = false
    }
    if (own === NO || isDone) continue
    const verdict = rule.test(facts)
    if (verdict === NO) continue
    isDone = verdict === YES
    if (isDone && own === YES) return [...parts, content].join(' ')
    const ofPolicy = own === UNKNOWN ? openPlaces(policy.conditions, facts) : ''
    const ofRule = verdict === UNKNOWN ? openPlaces(rule.conditions, facts) : ''
    parts.push(`${content}:${ofPolicy}:${ofRule}`)
  }
  return `${parts.join(' ')} -`
}
