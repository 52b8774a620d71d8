import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { Explanation } from '#contract/policy/simulation.ts'
import { verdictMeta, type OutcomeLine } from '../path/verdict-path.ts'

/**
 * How two answers for a type differ, the most important first: the verdict, the deciding rule, the outcome of the same
 * rule, or nothing.
 */
export type Difference = 'verdict' | 'rule' | 'outcome' | 'none'

/** The two answers for one type; null where a scenario has no answer. */
export interface Pair {
  type: PolicyType
  a: Explanation | null
  b: Explanation | null
  difference: Difference
}

const outcomeOf = (explanation: Explanation | null) => explanation?.matched?.outcome ?? []

/**
 * The outcome of one scenario as lines; those that the other scenario lacks carry the mark.
 * @param mark '−' for lines that only A has, '+' for lines that only B has
 */
export function outcomeLines(
  mine: Explanation | null,
  other: Explanation | null,
  mark: '+' | '−' = '+',
): OutcomeLine[] {
  const theirs = new Set(outcomeOf(other))
  return outcomeOf(mine).map((text) => ({ text, mark: theirs.has(text) ? null : mark }))
}

function differenceOf(a: Explanation, b: Explanation): Difference {
  if (a.status !== b.status || verdictMeta(a).word !== verdictMeta(b).word) return 'verdict'
  if (a.matched?.ruleId !== b.matched?.ruleId) return 'rule'
  return outcomeLines(a, b).some(({ mark }) => mark) || outcomeLines(b, a).some(({ mark }) => mark) ? 'outcome' : 'none'
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

/** The differences in one line: "2 of 9 verdicts differ · 1 more with a different rule". */
export function differenceSummary(all: readonly Pair[]): string {
  const amount = (difference: Difference) => all.filter((pair) => pair.difference === difference).length
  const [verdicts, rules, outcomes] = [amount('verdict'), amount('rule'), amount('outcome')]
  const more = verdicts ? 'more ' : ''
  const head =
    verdicts === 0
      ? all.length === 1
        ? 'The verdict is the same'
        : `All ${all.length} verdicts are the same`
      : `${verdicts} of ${all.length} ${all.length === 1 ? 'verdict' : 'verdicts'} ${verdicts === 1 ? 'differs' : 'differ'}`
  return [
    head,
    rules ? `${rules} ${more}with a different rule` : '',
    outcomes ? `${outcomes} ${more}with a different outcome` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
