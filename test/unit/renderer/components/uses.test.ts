import { describe, expect, it } from 'vitest'
import type { Policy, Rule } from '../../../../src-server/contract/policy.ts'
import { pathsOf, useCount, usesIn, useWords } from '../../../../src-renderer/features/directory/policy-uses.ts'

const common = { status: 'ACTIVE' as const, system: false, created: null, lastUpdated: null, _links: {} }
const policy = (conditions: Policy['conditions']): Policy => ({
  ...common,
  id: 'p1',
  name: 'P',
  description: null,
  priority: 1,
  type: 'SVC_SIGN_ON',
  conditions,
})
const rule = (id: string, conditions: Rule['conditions']): Rule => ({
  ...common,
  id,
  name: id,
  priority: 1,
  type: 'SIGN_ON',
  actions: {},
  conditions,
})

describe('where policies name an object', () => {
  it('finds it in the conditions of the policy and of each rule', () => {
    const uses = usesIn(
      policy({ people: { groups: { include: ['g1', 'g2'] } } }),
      [
        rule('r1', { people: { groups: { exclude: ['g2'] } } }),
        rule('r2', { network: { connection: 'ZONE', include: ['z1'] } }),
      ],
      'g2',
    )
    expect(uses.map((use) => [use.rule?.id ?? null, use.path])).toEqual([
      [null, 'conditions.people.groups.include'],
      ['r1', 'conditions.people.groups.exclude'],
    ])
    expect(uses.map((use) => useWords(use.path))).toEqual(['is for its members', 'spares its members'])
    expect(useCount(uses)).toBe('1 policy and 1 rule')
  })

  it('does not take a part of a text for the id', () => {
    expect(pathsOf({ a: ['g12', 'xg1'], b: { g1: true } }, 'g1')).toEqual([])
  })

  it('names a list once, however often it stands there', () => {
    expect(pathsOf({ a: [{ id: 'g1' }, { id: 'g1' }] }, 'g1')).toEqual(['a.id'])
  })

  it('says nothing where nothing names it', () => {
    expect(useCount(usesIn(policy(null), [rule('r1', null)], 'g1'))).toBeNull()
  })
})
