import { and, factsIn, freeFact, not, or, type Formula, type PolicySet } from '#policy/index.ts'
import { requiring, type Constraint } from './constraint.ts'
import { constraintsOn } from './constraints.ts'
import type { RuleInPlace, RuleList } from './rule-lists.ts'
import { solverFor, type Satisfiable } from './satisfiable.ts'

/** What proofs read beside rules. */
export type ProofWorld = Pick<PolicySet, 'zones' | 'applications'>

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
): T[] {
  return batches(lists).flatMap((batch) => {
    const solve = solverFor([
      ...constraintsOn(
        factsIn(batch.flatMap(({ rules }) => rules.flatMap(({ parts }) => parts.map(({ met }) => met)))),
        world,
      ),
      ...placesOf(batch),
    ])
    return batch.flatMap(({ rules }, list) => {
      const open = (index: number) => not(takenBefore(list, index))
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

/** False only where no rule before this place matches. */
const takenBefore = (list: number, index: number): Formula =>
  index === 0 ? false : freeFact(`taken before ${list}/${index}`)

/** That a sign-in which a rule matches is taken for all rules after it. */
const placesOf = (lists: readonly RuleList[]): Constraint[] =>
  lists.flatMap(({ rules }, list) =>
    rules.slice(0, -1).flatMap((rule, index) => {
      const after = takenBefore(list, index + 1)
      return [requiring(or(not(rule.matches), after)), requiring(or(not(takenBefore(list, index)), after))]
    }),
  )
