import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deadRules, type DeadRule } from '#analysis/dead-rules.ts'
import { rememberingDeadRules } from '#analysis/remembered-dead-rules.ts'
import { ruleListsOf } from '#analysis/rule-lists.ts'
import { POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import { policySets } from '../../helpers/policy-arbitraries.ts'
import { runs } from '../../helpers/runs.ts'

const told = (dead: readonly DeadRule[]) =>
  dead
    .map(({ at, why }) => [
      `${at.policy.id} ${at.rule.id} ${why.kind}`,
      ...(why.kind === 'shadowed' ? why.by.map(({ rule }) => rule.id) : why.parts.map(({ of, key }) => `${of} ${key}`)),
    ])
    .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))

describe('a search for dead rules that remembers', () => {
  it('finds in each state what one without memory finds', () => {
    fc.assert(
      fc.property(policySets, policySets, (one, other) => {
        const search = rememberingDeadRules()
        // Parts of another set over the same policies: some lists stay, others change, in rules or in zones.
        const states = [
          one,
          { ...one, zones: other.zones },
          { ...one, policies: [...one.policies.slice(0, 3), ...other.policies.slice(3)] },
          { ...one, applications: other.applications },
          one,
        ]
        for (const set of states) {
          const lists = ruleListsOf(structuredClone(set), POLICY_TYPE_NAMES)
          expect(told(search(lists, set))).toEqual(told(deadRules(lists, set)))
        }
      }),
      { numRuns: runs(0.1) },
    )
  })
})
