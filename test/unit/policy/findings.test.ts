import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RuleConditions } from '#contract/policy/conditions.ts'
import { workspaceFindingSchema } from '#contract/gatehouse/workspace.ts'
import { compile, compileAudience, type AudienceConditions, findings, referencesOf } from '#policy/index.ts'
import { evaluate } from '#policy/evaluate/evaluate.ts'
import { covers } from '#policy/findings/shadow.ts'
import type { PolicyRecord, PolicySet, RuleRecord } from '#policy/types.ts'
import { contexts, policySets, ruleConditions } from '../../helpers/policy-arbitraries.ts'
import { runs } from '../../helpers/runs.ts'

const rule = (name: string, conditions: RuleConditions | null, fields: Partial<RuleRecord> = {}): RuleRecord => ({
  id: name,
  name,
  status: 'ACTIVE',
  priority: 1,
  system: false,
  conditions,
  actions: {},
  ...fields,
})

function attention(rules: RuleRecord[], fields: Partial<PolicyRecord> = {}) {
  const policy: PolicyRecord = {
    id: 'p',
    type: 'ACCESS_POLICY',
    name: 'P',
    status: 'ACTIVE',
    priority: 1,
    system: false,
    rules,
    ...fields,
  }
  const set: PolicySet = { everyoneGroupId: 'everyone', policies: [policy], zones: [], applications: [] }
  const found = findings(set, (id) => !id.endsWith('gone'))
  found.forEach((finding) => workspaceFindingSchema.parse(finding))
  return found.map(({ kind, ruleId }) => (ruleId ? `${kind} ${ruleId}` : kind))
}

const groups = (...include: string[]) => ({ people: { groups: { include } } })

describe('what needs attention', () => {
  it('is nothing in a sound policy', () => {
    expect(
      attention([
        rule('a', groups('g1')),
        rule('b', groups('g2'), { priority: 2 }),
        rule('c', null, { priority: 99, system: true }),
      ]),
    ).toEqual([])
  })

  it('is a reference to what no longer exists, on a policy or a rule', () => {
    const rules = [
      rule('a', { network: { connection: 'ZONE', exclude: ['z-gone'] }, ...groups('g1', 'g-gone') }),
      rule('b', { riskScore: { level: 'LOW' } }, { priority: 2 }),
    ]
    expect(attention(rules)).toEqual(['dangling-reference a'])
    expect(attention([rule('b', null)], { conditions: groups('g1', 'g-gone') })).toEqual(['dangling-reference'])
  })

  it('is a policy all of whose groups are gone, for it reaches no one', () => {
    expect(attention([rule('a', null)], { conditions: groups('g-gone', 'h-gone') })).toEqual([
      'reaches-no-one',
      'dangling-reference',
    ])
  })

  it('is an active policy without an active rule', () => {
    expect(attention([rule('a', null, { status: 'INACTIVE' })])).toEqual(['no-active-rule'])
    expect(attention([], { status: 'INACTIVE' })).toEqual([])
  })

  it('is a rule below one that matches whatever it matches', () => {
    expect(
      attention([
        rule('wide', groups('g1', 'g2')),
        rule('narrow', { ...groups('g1'), riskScore: { level: 'HIGH' } }, { priority: 2 }),
      ]),
    ).toEqual(['shadowed-rule narrow'])
    expect(attention([rule('narrow', groups('g1')), rule('wide', groups('g1', 'g2'), { priority: 2 })])).toEqual([])
    expect(attention([rule('asleep', null, { status: 'INACTIVE' }), rule('b', null, { priority: 2 })])).toEqual([])
  })

  it('is not the catch-all below a rule for everyone', () => {
    expect(attention([rule('all', null), rule('catch-all', null, { priority: 99, system: true })])).toEqual([])
  })
})

const outside = (...exclude: string[]): RuleConditions => ({ network: { connection: 'ZONE', exclude } })
const inside = (...include: string[]): RuleConditions => ({ network: { connection: 'ZONE', include } })
const sparing = (...exclude: string[]): RuleConditions => ({ people: { users: { exclude } } })
const either: RuleConditions = { people: { groups: { include: ['g1'] }, users: { include: ['u1'] } } }

it.each<[RuleConditions | null, RuleConditions | null, boolean]>([
  [null, groups('g1'), true],
  [groups('g1'), null, false],
  [groups('everyone'), null, true],
  [groups('g1', 'g2'), groups('g1'), true],
  [groups('g1'), groups('g1', 'g2'), false],
  [either, groups('g1'), true],
  [groups('g1'), either, false],
  [sparing('u1'), sparing('u1', 'u2'), true],
  [sparing('u1', 'u2'), sparing('u1'), false],
  [outside('z1'), outside('z1', 'z2'), true],
  [outside('z1', 'z2'), outside('z1'), false],
  [inside('z1', 'z2'), inside('z1'), true],
  [inside('z1'), inside('z1', 'z2'), false],
  [inside('z1'), outside('z2'), false],
  [{ network: { connection: 'ANYWHERE' } }, inside('z1'), true],
  [{ riskScore: { level: 'ANY' } }, null, true],
  [{ riskScore: { level: 'HIGH' } }, { riskScore: { level: 'LOW' } }, false],
  [{ device: { registered: true } }, { device: { registered: true, managed: true } }, true],
  [{ device: { registered: true, managed: true } }, { device: { registered: true } }, false],
  [{ elCondition: { condition: 'a' } }, { elCondition: { condition: 'a' }, riskScore: { level: 'LOW' } }, true],
  [{ elCondition: { condition: 'a' } }, { elCondition: { condition: 'b' } }, false],
  [groups('EVERYONE'), groups('a'), true],
  [groups('a'), groups('EVERYONE'), false],
  [{ scopes: { include: [] } }, { scopes: { include: ['openid'] } }, true],
  [{ scopes: { include: ['openid'] } }, { scopes: { include: [] } }, false],
])('%j above %j: shadows it for sure, %s', (earlier, later, shadows) => {
  expect(covers(earlier, later, 'everyone')).toBe(shadows)
})

it('a rule that is called shadowed never matches where the one above does not', () => {
  const verdict = (set: PolicySet, conditions: RuleConditions | null, context: Parameters<typeof evaluate>[2]) =>
    evaluate(
      compile({
        ...set,
        policies: [
          {
            id: 'p',
            type: 'PASSWORD',
            name: 'p',
            status: 'ACTIVE',
            priority: 1,
            system: false,
            rules: [rule('r', conditions)],
          },
        ],
      }),
      'PASSWORD',
      context,
    ).status
  let proved = 0
  const narrowed = fc
    .tuple(ruleConditions, ruleConditions)
    .map(([outer, extra]): [RuleConditions | null, RuleConditions | null] => [outer, { ...extra, ...outer }])
  fc.assert(
    fc.property(
      policySets,
      fc.oneof(fc.tuple(ruleConditions, ruleConditions), narrowed),
      contexts,
      (set, [earlier, later], context) => {
        fc.pre(covers(earlier, later, 'everyone'))
        // Everybody who signs in is somebody; the core also answers for no one in particular.
        fc.pre(Boolean(context.person ?? context.groupIds))
        if (verdict(set, later, context) !== 'MATCH') return
        proved++
        expect(verdict(set, earlier, context)).toBe('MATCH')
      },
    ),
    { numRuns: runs(4), maxSkipsPerRun: 50 },
  )
  expect(proved).toBeGreaterThan(100)
})

it('references are listed with the kind and path that errors name', () => {
  const conditions: RuleConditions = {
    people: { groups: { include: ['g'] }, users: { exclude: ['u'] } },
    userType: { include: ['t'], exclude: [] },
    network: { connection: 'ZONE', include: ['ALL_ZONES'], exclude: ['z'] },
    app: {
      include: [
        { type: 'APP', id: 'a' },
        { type: 'APP_TYPE', name: 'bookmark' },
      ],
      exclude: [],
    },
  }
  expect(referencesOf(conditions).map(({ kind, path, id }) => `${kind} ${path} ${id}`)).toEqual([
    'UserGroup people.groups.include g',
    'User people.users.exclude u',
    'UserType userType.include t',
    'NetworkZone network.exclude z',
    'AppInstance app.include a',
  ])
  expect(referencesOf(null)).toEqual([])
})

it('reach counts people by the same rules that evaluate them', () => {
  const admits = compileAudience(
    { people: { groups: { include: ['g'], exclude: ['h'] } }, userType: { include: [], exclude: ['t'] } },
    'everyone',
  )
  expect(admits({ id: 'a', groupIds: ['g'], userTypeId: 'u' })).toBe(true)
  expect(admits({ id: 'a', groupIds: ['g', 'h'], userTypeId: 'u' })).toBe(false)
  expect(admits({ id: 'a', groupIds: ['g'], userTypeId: 't' })).toBe(false)
  const everyone = (conditions: AudienceConditions) =>
    compileAudience(conditions, 'everyone')({ id: 'a', groupIds: [] })
  expect(everyone({})).toBe(true)
  expect(everyone({ people: { groups: { include: ['everyone'] } } })).toBe(true)
})
