import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { SignInAnswer } from '#contract/policy/outcome.ts'
import type { Explanation } from '#contract/policy/simulation.ts'
import { factorsWord } from '#policy/index.ts'
import type { OutcomeLine } from '../path/verdict-path.ts'

/**
 * How two answers for a type differ, the most important first: what it comes to (with its factors, and whether that is
 * certain), other effects, only the deciding rule, or nothing.
 */
export type Difference = 'verdict' | 'effects' | 'rule' | 'none'

/** The two answers for one type; null where a scenario has no answer. */
export interface Pair {
  type: PolicyType
  a: Explanation | null
  b: Explanation | null
  difference: Difference
}

const effectsOf = (explanation: Explanation | null) => explanation?.matched?.effects ?? []

/**
 * The outcome of one scenario as lines; those that the other scenario lacks carry the mark.
 * @param mark '−' for lines that only A has, '+' for lines that only B has
 */
export function outcomeLines(
  mine: Explanation | null,
  other: Explanation | null,
  mark: '+' | '−' = '+',
): OutcomeLine[] {
  const theirs = new Set(effectsOf(other))
  return effectsOf(mine).map((text) => ({ text, mark: theirs.has(text) ? null : mark }))
}

function differenceOf(a: Explanation, b: Explanation): Difference {
  if (a.outcome.text !== b.outcome.text) return 'verdict'
  if (outcomeLines(a, b).some(({ mark }) => mark) || outcomeLines(b, a).some(({ mark }) => mark)) return 'effects'
  return a.matched?.ruleId === b.matched?.ruleId ? 'none' : 'rule'
}

/** The answers of both scenarios by type, in the order of the first; without both answers there is no difference. */
export function pairs(a: readonly Explanation[] | null, b: readonly Explanation[] | null): Pair[] {
  const of = (all: readonly Explanation[] | null, type: PolicyType) =>
    all?.find((explanation) => explanation.policyType === type) ?? null
  const types = new Set([...(a ?? []), ...(b ?? [])].map((explanation) => explanation.policyType))
  return [...types].map((type) => {
    const [first, second] = [of(a, type), of(b, type)]
    return { type, a: first, b: second, difference: first && second ? differenceOf(first, second) : 'none' }
  })
}

/** The differences in one line: "2 of 9 verdicts differ · 1 more with different settings". */
export function differenceSummary(all: readonly Pair[]): string {
  const amount = (difference: Difference) => all.filter((pair) => pair.difference === difference).length
  const [verdicts, effects, rules] = [amount('verdict'), amount('effects'), amount('rule')]
  const more = verdicts ? 'more ' : ''
  const head =
    verdicts === 0
      ? all.length === 1
        ? 'The verdict is the same'
        : `All ${all.length} verdicts are the same`
      : `${verdicts} of ${all.length} ${all.length === 1 ? 'verdict' : 'verdicts'} ${verdicts === 1 ? 'differs' : 'differ'}`
  return [
    head,
    effects ? `${effects} ${more}with different settings` : '',
    rules ? `${rules} ${more}with a different rule` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

function answerText({ answer, factors, certain }: SignInAnswer): string {
  if (answer === 'NO') return 'is refused'
  if (answer === 'DEPENDS' || factors === null) return 'needs more information'
  return `gets in with ${certain ? '' : 'at least '}${factorsWord(factors)}`
}

/** How the two answers differ: "A gets in with two factors; B gets in with one factor"; null where they are the same. */
export function answerDifference(a: SignInAnswer, b: SignInAnswer): string | null {
  const [first, second] = [answerText(a), answerText(b)]
  return first === second ? null : `A ${first}; B ${second}`
}
