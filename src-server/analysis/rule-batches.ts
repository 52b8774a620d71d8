import { and, factsIn, not, type Formula, type PolicySet } from '#policy/index.ts'
import { constraintsOn } from './constraints.ts'
import { placesOf, takenBefore } from './places.ts'
import type { RuleInPlace, RuleList } from './rule-lists.ts'
import { solverFor, type Satisfiable } from './satisfiable.ts'
import { NO_LIMIT, type TimeLimit } from './time-limit.ts'

/** What proofs read beside rules. */
export type ProofWorld = Pick<PolicySet, 'zones' | 'applications' | 'behaviors'>

/** A list of rules, and a solver that knows of each of them what comes before. */
export interface ListInSolver {
  rules: readonly RuleInPlace[]
  solve: Satisfiable
  /** The sign-ins that a rule decides: that it matches, and none before it. */
  decides: (index: number) => Formula
  /** Those that no rule before a place takes. */
  open: (index: number) => Formula
}

/** So many rules are given to one solver: each question costs as much as all of them. */
const BATCH = 150

/** Gives lists to solvers, a few at a time, and asks about each of them. */
export function askOfLists<T>(
  lists: readonly RuleList[],
  world: ProofWorld,
  ask: (list: ListInSolver, name: number) => readonly T[],
  limit: TimeLimit = NO_LIMIT,
): T[] {
  return batches(lists).flatMap((batch) => {
    const facts = factsIn(batch.flatMap(({ rules }) => rules.flatMap(({ parts }) => parts.map(({ met }) => met))))
    const known = [...constraintsOn(facts, world), ...batch.flatMap((list, at) => placesOf(at, list))]
    const solve = solverFor(known, limit)
    return batch.flatMap(({ rules }, list) => {
      const open = (index: number) => not(index > 0 && takenBefore(list, index))
      return ask({ rules, solve, open, decides: (index) => and(rules[index]?.matches ?? false, open(index)) }, list)
    })
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
