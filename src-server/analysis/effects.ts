import { canonical } from '#contract/interface/canonical.ts'
import { freeFact, not, or, type Formula } from '#policy/index.ts'
import { requiring, type Constraint } from './constraint.ts'
import type { RuleInPlace } from './rule-lists.ts'
import type { Satisfiable } from './satisfiable.ts'

/** What a rule does where it decides, as a text: two with the same do the same. A policy of passwords decides by its settings. */
export const effectOf = ({ policy, rule }: RuleInPlace): string =>
  canonical([policy.type, rule.actions, policy.settings ?? null])

/** So many steps from rule to rule are told to the solver of one list; effects that would need more are taken as if no two rules had them. */
const MOST_STEPS = 20_000

/** The sign-ins that come to an effect if no rule before a place takes them. */
export type ComesTo = (effect: string, index: number) => Formula

/**
 * Tells a solver what each effect comes from, in the rules of a list that can decide. False only where the first rule from a place on that matches has
 * another effect, or none matches.
 */
export function tellEffects(rules: readonly RuleInPlace[], name: string, solve: Satisfiable): ComesTo {
  const places = Map.groupBy(rules.keys(), (index) => effectOf(rules[index] as RuleInPlace))
  const chains = [...places.entries()]
    .map(([effect, at], number) => ({ effect, number, first: at[0] ?? 0, last: at.at(-1) ?? 0 }))
    .filter(({ first, last }) => last > first)
    .toSorted((a, b) => a.last - a.first - (b.last - b.first))
  const told = new Map<string, (index: number) => Formula>()
  let left = MOST_STEPS
  for (const { effect, number, first, last } of chains) {
    if ((left -= last - first) < 0) break
    const from = (index: number): Formula => (index > last ? false : freeFact(`comes to ${name}/${number}/${index}`))
    solve.require(chainOf(rules, { effect, first, last }, from))
    told.set(effect, from)
  }
  return (effect, index) => told.get(effect)?.(index) ?? false
}

interface Chain {
  effect: string
  first: number
  last: number
}

function chainOf(
  rules: readonly RuleInPlace[],
  { effect, first, last }: Chain,
  from: (index: number) => Formula,
): Constraint[] {
  return rules.slice(first + 1, last + 1).flatMap((rule, at) => {
    const index = first + 1 + at
    const passedOn = requiring(or(rule.matches, not(from(index + 1)), from(index)))
    return effectOf(rule) === effect ? [requiring(or(not(rule.matches), from(index))), passedOn] : [passedOn]
  })
}
