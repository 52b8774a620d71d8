import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confirmed } from '#analysis/confirmed.ts'
import { constraintsOn } from '#analysis/constraints.ts'
import { exampleText } from '#analysis/example-text.ts'
import { ruleListsOf } from '#analysis/rule-lists.ts'
import { solverFor } from '#analysis/satisfiable.ts'
import { witnessOf, type Witness } from '#analysis/witness.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { and, compile, factsIn, not, type PolicySet, type RuleRecord } from '#policy/index.ts'
import { policySets, ruleConditions } from '../../helpers/policy-arbitraries.ts'
import { runs } from '../../helpers/runs.ts'
import { smallWorlds } from '../../helpers/small-worlds.ts'

/** For each rule of a type that can decide: what was made of the solver's answer, and what the core leaves of it. */
function examplesOf(set: PolicySet, type: PolicyType): { ruleId: string; made: Witness; shown: Witness | null }[] {
  const compiled = compile(set)
  return ruleListsOf(set, [type]).flatMap(({ rules }) => {
    const solve = solverFor(constraintsOn(factsIn(rules.map(({ matches }) => matches)), set))
    return rules.flatMap(({ rule, matches }, at) => {
      const formula = and(matches, ...rules.slice(0, at).map((earlier) => not(earlier.matches)))
      const isTrue = solve(formula)
      if (!isTrue) return []
      const made = witnessOf(formula, isTrue, set)
      return [{ ruleId: rule.id, made, shown: confirmed(made, compiled, { type, ruleId: rule.id }) }]
    })
  })
}

/** A set of two session rules with these conditions. */
const withRules = (set: PolicySet, conditions: readonly RuleRecord['conditions'][]): PolicySet => ({
  ...set,
  policies: [
    {
      ...{ id: 'p', type: 'SVC_SIGN_ON', name: 'p', status: 'ACTIVE', priority: 1, system: false },
      rules: conditions.map((each, at) => ({
        ...{ id: `r${at}`, name: `r${at}`, status: 'ACTIVE', priority: at, system: false, actions: {} },
        conditions: each ?? null,
      })),
    },
  ],
})

/** A pattern in the language of patterns may match nothing that we can think of. */
const hasPattern = (set: PolicySet) => JSON.stringify(set.policies).includes('"EXPRESSION"')

describe('a sign-in made of what the solver found', () => {
  it('is decided by the rule that it is an example of, in small worlds; what it needs is about zones by place alone', () => {
    let whole = 0
    fc.assert(
      fc.property(smallWorlds, (set) => {
        for (const { ruleId, made, shown } of examplesOf(set, 'SVC_SIGN_ON')) {
          expect(shown, `${ruleId} ${JSON.stringify(made)}`).not.toBeNull()
          if (shown?.needs.length) expect(shown.needs).toEqual(['the address is not in “z3”'])
          else whole++
        }
      }),
      { numRuns: runs(1) },
    )
    expect(whole).toBeGreaterThan(runs(1))
  })

  it('is that with conditions of every kind, alone and with each other', () => {
    let [whole, open] = [0, 0]
    fc.assert(
      fc.property(policySets, fc.array(ruleConditions, { minLength: 1, maxLength: 2 }), (set, conditions) => {
        const world = withRules(set, conditions)
        fc.pre(!hasPattern(world))
        for (const { ruleId, made, shown } of examplesOf(world, 'SVC_SIGN_ON')) {
          expect(shown, `${ruleId} ${JSON.stringify(made)}`).not.toBeNull()
          if (shown?.needs.length) open++
          else whole++
        }
      }),
      { numRuns: runs(1) },
    )
    expect(whole).toBeGreaterThan(runs(0.75))
    expect(open).toBeLessThan(whole / 4)
  })
})

describe('a text that patterns ask for', () => {
  const text = (matching: [string, string][], missing: [string, string][] = [], unlike: readonly unknown[] = []) => {
    const toPattern = ([matchType, value]: [string, string]) => ({ matchType, value })
    return exampleText({ matching: matching.map(toPattern), missing: missing.map(toPattern), not: unlike })
  }

  it('is put together of what they name', () => {
    expect(text([['SUFFIX', '@example.org']])).toMatch(/^.+@example\.org$/)
    expect(
      text([
        ['STARTS_WITH', 'adm'],
        ['CONTAINS', 'x-'],
        ['SUFFIX', '.org'],
      ]),
    ).toMatch(/^adm.*x-.*\.org$/)
    expect(text([['EXPRESSION', String.raw`[a-z]+@example\.org`]])).toBe('a@example.org')
    expect(text([['EXPRESSION', '(adm|root)-.*']])).toMatch(/^adm-/)
  })

  it('is none of those that are excluded', () => {
    expect(text([['EQUALS', 'Ada']], [], ['Ada'])).toBe('ada')
    expect(
      text(
        [['CONTAINS', 'ada']],
        [
          ['STARTS_WITH', 'ada'],
          ['SUFFIX', 'ada'],
        ],
      ),
    ).toMatch(/^.+ada.+$/)
    expect(
      text(
        [],
        [
          ['CONTAINS', 'x'],
          ['CONTAINS', 'someone'],
        ],
      ),
    ).toBe('7')
    expect(text([['EQUALS', 'ada']], [['CONTAINS', 'd']])).toBeNull()
  })
})
