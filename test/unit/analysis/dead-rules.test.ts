import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleListsOf } from '#analysis/rule-lists.ts'
import { compile, type PolicySet } from '#policy/index.ts'
import { factsOf } from '#policy/prepared-context.ts'
import { decidedOutside, everySignIn, smallWorlds } from '../../helpers/small-worlds.ts'
import { runs } from '../../helpers/runs.ts'
import { deadRules } from '../../helpers/dead-rules.ts'

const FACTS = everySignIn.map(factsOf)

/** The rules of a set with, for each, the numbers of the sign-ins that it and its policy match. */
function matchesOf(set: PolicySet): Map<string, Set<number>> {
  const { rest } = compile(decidedOutside(set)).typeOf('SVC_SIGN_ON')
  const found = new Map<string, Set<number>>()
  for (const policy of rest.policies)
    for (const rule of policy.rules)
      found.set(
        rule.record.id,
        new Set(FACTS.flatMap((each, at) => (policy.test(each) === 2 && rule.test(each) === 2 ? [at] : []))),
      )
  return found
}

const ofRule = (matches: ReadonlyMap<string, Set<number>>, { id }: { id: string }) =>
  matches.get(id) ?? new Set<number>()
const covered = (sign: Set<number>, by: readonly Set<number>[]) =>
  [...sign].every((at) => by.some((each) => each.has(at)))

/** Every choice of so many. */
const choices = <T>(items: readonly T[], size: number): T[][] =>
  size === 0 ? [[]] : items.flatMap((item, at) => choices(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]))

/** Dead rules by trying every sign-in: why, and how many rules it takes to shadow one. */
function deadByTrying(matches: ReadonlyMap<string, Set<number>>) {
  const rules = [...matches]
  return rules.flatMap(([id, own], at): { id: string; kind: string; size: number | null }[] => {
    const earlier = rules.slice(0, at).map(([, each]) => each)
    if (own.size === 0) return [{ id, kind: 'contradictory', size: null }]
    if (!covered(own, earlier)) return []
    let size = 1
    while (!choices(earlier, size).some((some) => covered(own, some))) size++
    return [{ id, kind: 'shadowed', size }]
  })
}

const deadOf = (set: PolicySet) => deadRules(ruleListsOf(set, ['SVC_SIGN_ON']), set)

describe('rules that can decide nothing', () => {
  it('are those that decide none of all sign-ins, with the fewest rules that take them', () => {
    let found = 0
    fc.assert(
      fc.property(smallWorlds, (set) => {
        const dead = deadOf(set)
        const matches = matchesOf(set)
        found += dead.length
        expect(
          dead.map(({ at, why }) => ({
            id: at.rule.id,
            kind: why.kind === 'contradictory' ? why.kind : 'shadowed',
            size: why.kind === 'contradictory' ? null : why.by.length,
          })),
        ).toEqual(deadByTrying(matches))
        for (const { at, why } of dead)
          if (why.kind !== 'contradictory')
            expect(
              covered(
                ofRule(matches, at.rule),
                why.by.map(({ rule }) => ofRule(matches, rule)),
              ),
            ).toBe(true)
      }),
      { numRuns: runs(0.08) },
    )
    expect(found).toBeGreaterThan(0)
  })
})
