import { and, holdsIn, not } from '#policy/index.ts'
import { effectOf } from './effects.ts'
import { fewestThatLeaveNone, withoutNeedless } from './hitting-set.ts'
import type { ListInSolver } from './rule-batches.ts'
import type { RuleInPlace, RulePart } from './rule-lists.ts'
import type { Assignment, Satisfiable } from './satisfiable.ts'

/** Why a rule decides no sign-in, of any person and in any situation. */
type WhyDead =
  /** Conditions that cannot be met together, as few as that takes; one by itself where it can never be met. */
  | { kind: 'contradictory'; parts: readonly RulePart[] }
  /** Rules before it that take every sign-in that it would match, as few as that takes. */
  | { kind: 'shadowed'; by: readonly RuleInPlace[] }
  /** The one that does so matches the same sign-ins, and does the same with them. */
  | { kind: 'equal'; by: readonly RuleInPlace[] }

export interface DeadRule {
  at: RuleInPlace
  why: WhyDead
}

/** What is found of a rule: why it can decide nothing, or a sign-in that it decides. */
type Verdict = DeadRule | { at: RuleInPlace; example: Assignment }

/**
 * Whether each rule of a list can decide anything, proved over every sign-in there could be. The rule that closes a list is meant to be left over, so it is
 * not looked at. One after the other: what was found stands where there is no time for the rest.
 */
export function* verdictsOn({ rules, solve, decides }: ListInSolver): Generator<Verdict> {
  for (const [index, at] of rules.entries()) {
    if (at.rule.system) continue
    const example = solve(decides(index))
    yield example ? { at, example } : { at, why: whyDead(at, rules.slice(0, index), solve) }
  }
}

function whyDead(at: RuleInPlace, earlier: readonly RuleInPlace[], solve: Satisfiable): WhyDead {
  if (solve(at.matches) === null) {
    const cannotBeMet = (parts: RuleInPlace['parts']) =>
      solve(and(at.askedFor, ...parts.map(({ met }) => met))) === null
    return { kind: 'contradictory', parts: withoutNeedless(at.parts, cannotBeMet) }
  }
  const by = rulesThatTake(at.matches, earlier, solve)
  const [only] = by
  const isEqual =
    only !== undefined &&
    by.length === 1 &&
    effectOf(only) === effectOf(at) &&
    solve(and(only.matches, not(at.matches))) === null
  return { kind: isEqual ? 'equal' : 'shadowed', by }
}

/** The fewest of some rules, in their order, that take all of some sign-ins between them. */
export function rulesThatTake(
  signIns: RuleInPlace['matches'],
  rules: readonly RuleInPlace[],
  solve: Satisfiable,
): readonly RuleInPlace[] {
  const by = fewestThatLeaveNone((chosen: readonly RuleInPlace[]) => {
    const left = solve(and(signIns, ...chosen.map(({ matches }) => not(matches))))
    return left && rules.filter(({ matches }) => holdsIn(matches, left))
  })
  return rules.filter((rule) => by.includes(rule))
}
