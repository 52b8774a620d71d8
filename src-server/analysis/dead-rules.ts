import { and, factsIn, freeFact, holdsIn, not, or, type Fact, type PolicySet } from '#policy/index.ts'
import { requiring, type Constraint } from './constraint.ts'
import { constraintsOn } from './constraints.ts'
import { fewestThatLeaveNone, withoutNeedless } from './hitting-set.ts'
import type { RuleInPlace, RuleList } from './rule-lists.ts'
import { solverFor, type Satisfiable } from './satisfiable.ts'

/** Why a rule decides no sign-in, of any person and in any situation. */
export type WhyDead =
  /** Conditions that cannot be met together, as few as that takes; one by itself where it can never be met. */
  | { kind: 'contradictory'; parts: readonly RuleInPlace['parts'][number][] }
  /** Rules before it that take every sign-in that it would match, as few as that takes. */
  | { kind: 'shadowed'; by: readonly RuleInPlace[] }

export interface DeadRule {
  at: RuleInPlace
  why: WhyDead
}

/** So many rules are given to one solver: each question costs as much as all of them. */
const BATCH = 150

/**
 * Rules of some lists that can decide nothing, proved over every sign-in there could be. The rule that closes a list is meant to be left over,
 * so it is not looked at.
 */
export function deadRules(lists: readonly RuleList[], world: Pick<PolicySet, 'zones' | 'applications'>): DeadRule[] {
  return batches(lists).flatMap((batch) => {
    const solve = solverFor([
      ...constraintsOn(
        factsIn(batch.flatMap(({ rules }) => rules.flatMap(({ parts }) => parts.map(({ met }) => met)))),
        world,
      ),
      ...placesOf(batch),
    ])
    return batch.flatMap(({ rules }, list) =>
      rules.flatMap((at, index): DeadRule[] =>
        at.rule.system || solve(and(at.matches, not(takenBefore(list, index)))) !== null
          ? []
          : [{ at, why: whyDead(at, rules.slice(0, index), solve) }],
      ),
    )
  })
}

function batches(lists: readonly RuleList[]): RuleList[][] {
  const found: RuleList[][] = []
  let size = Infinity
  for (const list of lists) {
    if (size + list.rules.length > BATCH) {
      found.push([])
      size = 0
    }
    found.at(-1)?.push(list)
    size += list.rules.length
  }
  return found
}

/** False only where no rule before this place matches. */
const takenBefore = (list: number, index: number): Fact => freeFact(`taken before ${list}/${index}`)

/** That a sign-in which a rule matches is taken for all rules after it. */
const placesOf = (lists: readonly RuleList[]): Constraint[] =>
  lists.flatMap(({ rules }, list) =>
    rules.slice(0, -1).flatMap((rule, index) => {
      const after = takenBefore(list, index + 1)
      const before = index === 0 ? false : takenBefore(list, index)
      return [requiring(or(not(rule.matches), after)), requiring(or(not(before), after))]
    }),
  )

function whyDead(at: RuleInPlace, earlier: readonly RuleInPlace[], solve: Satisfiable): WhyDead {
  if (solve(at.matches) === null) {
    const cannotBeMet = (parts: RuleInPlace['parts']) =>
      solve(and(at.askedFor, ...parts.map(({ met }) => met))) === null
    return { kind: 'contradictory', parts: withoutNeedless(at.parts, cannotBeMet) }
  }
  const by = fewestThatLeaveNone((chosen: readonly RuleInPlace[]) => {
    const left = solve(and(at.matches, ...chosen.map(({ matches }) => not(matches))))
    return left && earlier.filter(({ matches }) => holdsIn(matches, left))
  })
  return { kind: 'shadowed', by: earlier.filter((rule) => by.includes(rule)) }
}
