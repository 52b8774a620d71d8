import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rememberingProofs } from '#analysis/remembered-proofs.ts'
import { ruleListsOf } from '#analysis/rule-lists.ts'
import { ruleProofs, type RuleProof } from '#analysis/rule-proofs.ts'
import { POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import type { PolicySet } from '#policy/index.ts'
import { policySets } from '../../helpers/policy-arbitraries.ts'
import { runs } from '../../helpers/runs.ts'
import { organization, sessionRule } from '../../helpers/sign-in-policies.ts'

const told = (proofs: readonly RuleProof[]) =>
  proofs
    .map(({ at, kind, parts, before, after }) => [
      `${at.policy.id} ${at.rule.id} ${kind}`,
      parts.map(({ of, key }) => `${of} ${key}`),
      [before, after].map((rules) => rules.map(({ rule }) => rule.id)),
    ])
    .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))

describe('a search for proofs that remembers', () => {
  it('asks again about expressions once a behaviour has another name', () => {
    const search = rememberingProofs()
    const organizationWith = (name: string): PolicySet => ({
      ...organization({
        session: [
          { ...sessionRule('first'), conditions: { risk: { behaviors: ['bhv1'] } } },
          {
            ...sessionRule('second'),
            conditions: { elCondition: { condition: 'security.behaviors.contains("New city")' } },
          },
        ],
      }),
      behaviors: [{ id: 'bhv1', name }],
    })
    const found = (set: PolicySet) => told(search(ruleListsOf(set, ['SVC_SIGN_ON']), set)).map(([what]) => what)
    expect(found(organizationWith('New city'))).toEqual([expect.stringContaining('second equal')])
    expect(found(organizationWith('Another city'))).toEqual([expect.stringContaining('second contradictory')])
  })

  it('finds in each state what one without memory finds', () => {
    fc.assert(
      fc.property(policySets, policySets, (one, other) => {
        const search = rememberingProofs()
        const doingElse = one.policies.map((policy) => ({
          ...policy,
          rules: policy.rules.map((rule, at) => ({ ...rule, actions: { at: at % 2 } })),
        }))
        // Parts of another set over the same policies: some lists stay, others change, in rules, in what these do, or in zones.
        const states = [
          one,
          { ...one, zones: other.zones },
          { ...one, policies: [...one.policies.slice(0, 3), ...other.policies.slice(3)] },
          { ...one, policies: [...doingElse.slice(0, 3), ...one.policies.slice(3)] },
          { ...one, applications: other.applications },
          one,
        ]
        for (const set of states) {
          const lists = ruleListsOf(structuredClone(set), POLICY_TYPE_NAMES)
          expect(told(search(lists, set))).toEqual(told(ruleProofs(lists, set)))
        }
      }),
      { numRuns: runs(0.1) },
    )
  })
})
