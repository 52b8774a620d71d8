import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SYSTEM_CLAIM, type ClaimContent } from '#contract/access/server-claim.ts'
import { GROUP_FILTER_TYPES, type GroupFilterType } from '#contract/apps/modes/federation.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { compilePattern } from '#operations/directory/pattern.ts'
import { claimsOf, type ClaimsContext } from '#policy/index.ts'

const GROUPS = ['Everyone', 'Team Sales', 'Team Ore', 'Contractors'].map((name, at) => ({ id: `00g${at}`, name }))
const APP = { id: '0oa1', name: 'oidc_client', label: 'Billing', clientId: 'billing', profile: { tier: 'gold' } }
const PERSON: ClaimsContext = {
  now: Date.UTC(2026, 0, 2),
  user: { id: '00u1', profile: { login: 'ada@example.test', department: 'Ore', city: null, tags: ['a', 'b'] } },
  appuser: { userName: 'ada', role: 'admin' },
  app: APP,
  org: { name: 'Tidewrack', subdomain: 'tides' },
  groups: GROUPS,
  compilePattern,
}
const CLIENT: ClaimsContext = { ...PERSON, user: null, appuser: null, groups: [] }

const claim = (over: Partial<ClaimContent> = {}): ClaimContent => ({ ...SYSTEM_CLAIM, name: 'c', ...over })
const said = (value: string, context = PERSON) => claimsOf([claim({ value })], [], 'RESOURCE', context)
const groups = (value: string, groupFilterType: GroupFilterType, context = PERSON) =>
  claimsOf([claim({ valueType: 'GROUPS', value, groupFilterType })], [], 'RESOURCE', context)

describe('the claims of a token', () => {
  it('have the subject: the name of the person in the application, or the client that acts for itself', () => {
    expect(claimsOf([SYSTEM_CLAIM], [], 'RESOURCE', PERSON)).toEqual({ claims: { sub: 'ada' }, omitted: [] })
    expect(claimsOf([SYSTEM_CLAIM], [], 'RESOURCE', CLIENT)).toEqual({ claims: { sub: 'billing' }, omitted: [] })
  })

  it.each([
    ['user.department', 'Ore'],
    ['user.tags', ['a', 'b']],
    ['appuser.role + "@" + org.subdomain', 'admin@tides'],
    ['app.profile.tier', 'gold'],
    ['isMemberOfGroupName("Team Ore")', true],
    ['String.len(user.department)', 3],
  ])('are what expressions come to: %s', (value, expected) => {
    expect(said(value)).toEqual({ claims: { c: expected }, omitted: [] })
  })

  it('of an access token can read the scopes that it grants, those of an ID token cannot', () => {
    const scopesIn = (claimType: 'RESOURCE' | 'IDENTITY') =>
      claimsOf([claim({ claimType, value: 'access.scope' })], ['openid', 'ore'], claimType, PERSON)
    expect(scopesIn('RESOURCE')).toEqual({ claims: { c: ['openid', 'ore'] }, omitted: [] })
    expect(scopesIn('IDENTITY').omitted).toEqual([
      { name: 'c', why: 'access.scope: the context does not hold access.scope' },
    ])
  })

  it('can list the groups of a list that the person is in', () => {
    const listed = said('getFilteredGroups({"00g2", "00g1", "00gOther"}, "group.name", 40)')
    expect(listed.claims).toEqual({ c: ['Team Sales', 'Team Ore'] })
  })

  it.each([
    ['user.city', 'user.city has no value'],
    ['user.none', 'user.none has no value'],
    ['Convert.toInt(user.login)', 'Convert.toInt'],
    ['user.login ==', 'expected'],
    ['unknown.thing', 'unknown object'],
  ])('are without what comes to nothing, and say why: %s', (value, why) => {
    expect(said(value)).toEqual({ claims: {}, omitted: [{ name: 'c', why: expect.stringContaining(why) }] })
  })

  it('say nothing of a person where there is none', () => {
    for (const value of ['user.department', 'appuser.role', 'isMemberOfGroup("00g1")'])
      expect(said(value, CLIENT)).toEqual({ claims: {}, omitted: [{ name: 'c', why: expect.any(String) }] })
    expect(groups('Team', 'STARTS_WITH', CLIENT).omitted).toEqual([{ name: 'c', why: 'the token is for no person' }])
  })

  it.each([
    ['STARTS_WITH', 'Team', ['Team Ore', 'Team Sales']],
    ['EQUALS', 'Contractors', ['Contractors']],
    ['CONTAINS', 'r', ['Contractors', 'Everyone', 'Team Ore']],
    ['REGEX', 'Team (Ore|Sales)', ['Team Ore', 'Team Sales']],
    ['REGEX', '.*', ['Contractors', 'Everyone', 'Team Ore', 'Team Sales']],
  ] as const)('have the groups that a filter lets through: %s %s', (type, value, names) => {
    expect(groups(value, type)).toEqual({ claims: { c: names }, omitted: [] })
  })

  it('tell why no group is in them: none passes, or the pattern cannot be read', () => {
    expect(groups('Nothing', 'EQUALS').omitted[0]?.why).toBe('none of their 4 groups passes the filter')
    expect(groups('(a)\\1', 'REGEX').omitted[0]?.why).toContain('RE2')
  })

  it('do not pass a part of many groups off as all of them', () => {
    const many = (count: number) =>
      groups('g', 'STARTS_WITH', {
        ...PERSON,
        groups: Array.from({ length: count }, (_, at) => ({ id: `${at}`, name: `g${at}` })),
      }).claims['c']
    expect(many(LIMITS.claimGroups)).toHaveLength(LIMITS.claimGroups)
    expect(many(LIMITS.claimGroups + 1)).toBe('error: more than 100 groups pass the filter')
  })

  it('take names that every object seems to have', () => {
    const made = claimsOf([claim({ name: '__proto__', value: '"x"' })], [], 'RESOURCE', PERSON)
    expect(JSON.stringify(made.claims)).toBe('{"__proto__":"x"}')
  })
})

const SCOPES = ['a', 'b', 'c']
const scopes = fc.subarray(SCOPES)
const anyClaim = fc.record({
  name: fc.constantFrom('x', 'y', 'z'),
  status: fc.constantFrom('ACTIVE', 'INACTIVE'),
  claimType: fc.constantFrom('RESOURCE', 'IDENTITY'),
  valueType: fc.constantFrom('EXPRESSION', 'GROUPS', 'SYSTEM'),
  value: fc.oneof(fc.constantFrom('"v"', 'user.login', 'user.city', 'Team', 'appuser.userName'), fc.string()),
  groupFilterType: fc.constantFrom(...GROUP_FILTER_TYPES, null),
  scopes,
  alwaysIncludeInToken: fc.boolean(),
}) satisfies fc.Arbitrary<ClaimContent>

/** Of which claims something is said, by the words of the promise. */
const asked = (claims: ClaimContent[], type: string) =>
  claims.filter(({ status, claimType }) => status === 'ACTIVE' && claimType === type).map(({ name }) => name)
const open = (claims: ClaimContent[], granted: string[], type: string) =>
  claims.filter(
    (each) =>
      each.status === 'ACTIVE' &&
      each.claimType === type &&
      (each.scopes.length === 0 || SCOPES.some((scope) => each.scopes.includes(scope) && granted.includes(scope))),
  )

describe('whatever the claims are', () => {
  const run = (check: (claims: ClaimContent[], granted: string[], context: ClaimsContext) => void) =>
    fc.assert(
      fc.property(
        fc.uniqueArray(anyClaim, { maxLength: 6, selector: ({ name, claimType }) => name + claimType }),
        scopes,
        fc.constantFrom(PERSON, CLIENT),
        check,
      ),
    )

  it('each that is active and of the token is told or left out with a reason, never both, and nothing is thrown', () => {
    run((claims, granted, context) => {
      for (const type of ['RESOURCE', 'IDENTITY'] as const) {
        const made = claimsOf(claims, granted, type, context)
        const names = [...Object.keys(made.claims), ...made.omitted.map(({ name }) => name)]
        expect(names.toSorted()).toEqual(asked(claims, type).toSorted())
        expect(made.omitted.every(({ why }) => why !== '')).toBe(true)
        const allowed = open(claims, granted, type).map(({ name }) => name)
        for (const name of Object.keys(made.claims)) expect(allowed).toContain(name)
      }
    })
  })

  it('a granted scope takes no claim away, and an inactive one is as if absent', () => {
    run((claims, granted, context) => {
      const made = claimsOf(claims, granted, 'RESOURCE', context)
      expect(claimsOf(claims, SCOPES, 'RESOURCE', context).claims).toMatchObject(made.claims)
      const active = claims.filter(({ status }) => status === 'ACTIVE')
      expect(claimsOf(active, granted, 'RESOURCE', context)).toEqual(made)
    })
  })
})
