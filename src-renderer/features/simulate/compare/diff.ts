import type { PolicyType } from '../../../../src-server/contract/policy-types.ts'
import type { Explanation } from '../../../../src-server/contract/simulation.ts'
import { verdictLook, type OutcomeLine } from '../path/verdict-path.ts'

/**
 * In what two answers about a type differ, the weightiest first: the verdict's word, the rule that decides, what comes
 * of it (the same rule, changed wording), or nothing.
 */
export type Difference = 'verdict' | 'rule' | 'outcome' | 'none'

/** One type as two sign-ins see it; null where a side has no answer. */
export interface Pair {
  type: PolicyType
  a: Explanation | null
  b: Explanation | null
  difference: Difference
}

const outcomeOf = (explanation: Explanation | null) => explanation?.matched?.outcome ?? []

/** The outcome's sentences of one side, those that the other lacks marked. */
export function outcomeLines(mine: Explanation | null, other: Explanation | null): OutcomeLine[] {
  const theirs = new Set(outcomeOf(other))
  return outcomeOf(mine).map((words) => ({ words, only: !theirs.has(words) }))
}

function differenceOf(a: Explanation, b: Explanation): Difference {
  if (a.status !== b.status || verdictLook(a).word !== verdictLook(b).word) return 'verdict'
  if (a.matched?.ruleId !== b.matched?.ruleId) return 'rule'
  return outcomeLines(a, b).some(({ only }) => only) || outcomeLines(b, a).some(({ only }) => only) ? 'outcome' : 'none'
}

/** Two answers side by side, in the order of the first; a side that is not answered yet differs in nothing. */
export function pairs(a: readonly Explanation[] | null, b: readonly Explanation[] | null): Pair[] {
  const of = (all: readonly Explanation[] | null, type: PolicyType) =>
    all?.find((explanation) => explanation.policyType === type) ?? null
  const types = new Set([...(a ?? []), ...(b ?? [])].map((explanation) => explanation.policyType))
  return [...types].map((type) => {
    const [first, second] = [of(a, type), of(b, type)]
    return { type, a: first, b: second, difference: first && second ? differenceOf(first, second) : 'none' }
  })
}

/** The differences in a line: "2 of 9 verdicts differ · 1 decided by another rule". */
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
    rules ? `${rules} ${more}decided by another rule` : '',
    outcomes ? `${outcomes} ${more}with another outcome` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
