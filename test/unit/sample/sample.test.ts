import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SYSTEM_SCOPES } from '#contract/access/server-scope.ts'
import { appWriteSchema } from '#contract/apps/app-write.ts'
import { groupWriteSchema } from '#contract/directory/group.ts'
import { ID_LENGTH, ID_PREFIX } from '#contract/interface/ids.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import { profileSchema } from '#contract/directory/user.ts'
import { userTypeWriteSchema } from '#contract/directory/user-type.ts'
import { zoneWriteSchema } from '#contract/policy/zone.ts'
import { parse } from '#expression/index.ts'
import { compilePattern } from '#operations/directory/pattern.ts'
import { buildSample } from '#sample/index.ts'
import { parseZoneAddress } from '#policy/networks/address.ts'
import { NOW, sample, sampleOptions } from './fixture.ts'

function digest(options = sampleOptions()): string {
  const { events, ...rows } = buildSample(options)
  const hash = createHash('sha256').update(JSON.stringify(rows))
  for (const event of events) hash.update(JSON.stringify(event))
  return hash.digest('hex')
}

describe('the sample organization', () => {
  it('is the same, byte for byte, for the same seed and moment', () => {
    expect(digest()).toBe(digest())
  })

  it('differs with the seed, and keeps its identifiers when only the moment differs', () => {
    const other = buildSample(sampleOptions({ seed: 'another' }))
    const ids = new Set(sample.users.map((user) => user.id))
    expect(other.users.filter((user) => ids.has(user.id))).toEqual([])
    const later = buildSample(sampleOptions({ now: NOW + 86_400_000 }))
    expect(later.users.map((user) => user.id)).toEqual(sample.users.map((user) => user.id))
    expect(later.policies.map((policy) => policy.id)).toEqual(sample.policies.map((policy) => policy.id))
  })

  it('holds as much as its readme says', () => {
    const counted = {
      people: sample.users.length,
      groups: sample.groups.length,
      userTypes: sample.userTypes.length,
      apps: sample.apps.length,
      zones: sample.zones.length,
      policies: sample.policies.length,
      rules: sample.policies.reduce((sum, policy) => sum + policy.rules.length, 0),
      events: [...sample.events].length,
    }
    expect(counted).toMatchObject({ people: 300, groups: 28, userTypes: 3, apps: 12, zones: 8, events: 20_000 })
    expect(counted.policies + counted.rules).toBe(40)
  })

  it('gives everything an identifier of its own, with the right prefix', () => {
    const { policies } = sample
    const rows: [keyof typeof ID_PREFIX, string][] = [
      ...sample.users.map(({ id }) => ['user', id] as const),
      ...sample.groups.map(({ id }) => ['group', id] as const),
      ...sample.userTypes.map(({ id }) => ['userType', id] as const),
      ...sample.apps.map(({ id }) => ['app', id] as const),
      ...sample.zones.map(({ id }) => ['zone', id] as const),
      ...sample.mappings.map(({ id }) => ['mapping', id] as const),
      ...policies.map(({ id, type }) => [policyType(type).idKind, id] as const),
      ...policies.flatMap(({ type, rules }) => rules.map(({ id }) => [policyType(type).ruleIdKind, id] as const)),
    ].map(([kind, id]) => [kind, id])
    expect(new Set(rows.map(([, id]) => id)).size).toBe(rows.length)
    for (const [kind, id] of rows) {
      expect(id.startsWith(ID_PREFIX[kind]), `${kind} ${id}`).toBe(true)
      expect(id).toMatch(/^[A-Za-z0-9]+$/)
      expect(id).toHaveLength(ID_LENGTH)
    }
  })

  it('could have been written through the interface', () => {
    for (const { profile } of sample.users) expect(profileSchema.safeParse(profile).error).toBeUndefined()
    for (const { name, description } of sample.groups)
      expect(groupWriteSchema.safeParse({ profile: { name, description } }).error).toBeUndefined()
    for (const type of sample.userTypes) expect(userTypeWriteSchema.safeParse(type).error).toBeUndefined()
    for (const { definition, ...zone } of sample.zones)
      expect(zoneWriteSchema.safeParse({ ...zone, ...definition }).error, zone.name).toBeUndefined()
    for (const { definition, ...app } of sample.apps)
      expect(appWriteSchema.safeParse({ ...app, ...definition }).error, app.label).toBeUndefined()
  })

  it('has claims that can be worked out, with scopes that there are', () => {
    const scopes = new Set([...sample.scopes.map(({ name }) => name), ...Object.keys(SYSTEM_SCOPES)])
    for (const claim of sample.claims) {
      expect(claim.scopes.filter((name) => !scopes.has(name))).toEqual([])
      if (claim.valueType === 'EXPRESSION') expect(parse(claim.value, 'classic').ok, claim.name).toBe(true)
      else expect(compilePattern(claim.value), claim.name).toBeTypeOf('function')
    }
    expect(sample.claims.map(({ claimType }) => claimType)).toEqual(['RESOURCE', 'RESOURCE', 'IDENTITY'])
  })

  it('has something to pick of each small thing that conditions and actions name', () => {
    const kinds = Map.groupBy(sample.supporting, ({ kind }) => kind)
    expect([...kinds].map(([kind, objects]) => [kind, objects.length])).toEqual([
      ['behavior', 2],
      ['deviceAssurance', 2],
      ['identityProvider', 3],
    ])
    expect(new Set(sample.supporting.map(({ id }) => id)).size).toBe(7)
  })

  it('uses documentation addresses only, each range sound', () => {
    const values = sample.zones.flatMap(({ definition }) =>
      'gateways' in definition ? [...(definition.gateways ?? []), ...(definition.proxies ?? [])] : [],
    )
    expect(values.length).toBeGreaterThan(8)
    for (const address of values) {
      expect(parseZoneAddress(address), address.value).not.toBeNull()
      expect(address.value).toMatch(/^(192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|2001:db8:)/)
    }
  })

  it('uses reserved domains only, and no login twice', () => {
    const logins = sample.users.map(({ profile }) => profile.login.toLowerCase())
    expect(new Set(logins).size).toBe(logins.length)
    for (const login of logins) expect(login).toMatch(/^[a-z.]+@([a-z]+\.)?example\.(com|org)$/)
  })

  it('joins rows that exist', () => {
    const users = new Set(sample.users.map(({ id }) => id))
    const groups = new Set([...sample.groups.map(({ id }) => id), sampleOptions().defaults.everyoneGroupId])
    const apps = new Set(sample.apps.map(({ id }) => id))
    const types = new Set([...sample.userTypes.map(({ id }) => id), sampleOptions().defaults.userTypeId])
    const policies = new Set(sample.policies.map(({ id }) => id))
    const pairs = sample.memberships.map(({ groupId, userId }) => `${groupId}/${userId}`)
    expect(new Set(pairs).size).toBe(pairs.length)
    for (const user of sample.users) expect(types).toContain(user.typeId)
    for (const { groupId, userId } of sample.memberships)
      expect([groups.has(groupId), users.has(userId)]).toEqual([true, true])
    for (const { appId, groupId } of sample.appGroups)
      expect([apps.has(appId), groups.has(groupId)]).toEqual([true, true])
    for (const { appId, userId } of sample.appUsers) expect([apps.has(appId), users.has(userId)]).toEqual([true, true])
    for (const { appId, policyId } of sample.mappings)
      expect([apps.has(appId), policies.has(policyId)]).toEqual([true, true])
  })

  it('has people in most statuses, nearly all active', () => {
    const statuses = new Map<string, number>()
    for (const { status } of sample.users) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    expect([...statuses.keys()]).toEqual(
      expect.arrayContaining(['ACTIVE', 'STAGED', 'PROVISIONED', 'SUSPENDED', 'LOCKED_OUT', 'DEPROVISIONED']),
    )
    expect(statuses.get('ACTIVE')).toBeGreaterThan(250)
  })

  it('has a group without members', () => {
    const filled = new Set(sample.memberships.map(({ groupId }) => groupId))
    expect(sample.groups.filter(({ id }) => !filled.has(id)).map(({ name }) => name)).toEqual(['Project Beacon'])
  })

  it('has groups of applications, with properties of their own, and one that a group of the organization fills', () => {
    const imported = sample.groups.filter(({ type }) => type === 'APP_GROUP')
    const apps = new Set(sample.apps.map(({ id }) => id))
    expect(imported).toHaveLength(3)
    for (const { sourceId, profile } of imported) {
      expect(apps).toContain(sourceId)
      expect(Object.keys(profile ?? {})).toEqual(['samAccountName', 'externalId'])
    }
    const [mapping, ...others] = sample.pushMappings
    expect(others).toEqual([])
    const membersOf = (id?: string) =>
      sample.memberships.flatMap(({ groupId, userId }) => (groupId === id ? [userId] : []))
    expect(membersOf(mapping?.targetId)).toEqual(membersOf(mapping?.groupId))
    expect(imported.find(({ id }) => id === mapping?.targetId)?.sourceId).toBe(mapping?.appId)
    expect(sample.groups.filter(({ type, sourceId }) => type === 'SVC_GROUP' && sourceId !== null)).toEqual([])
  })

  it('orders the moments of every account, none after now', () => {
    const now = new Date(NOW).toISOString()
    for (const user of sample.users) {
      const { created, activated, lastLogin, passwordChanged, statusChanged, lastUpdated } = user
      for (const moment of [activated, lastLogin, passwordChanged, statusChanged, lastUpdated])
        if (moment !== null) expect(moment >= created && moment <= now, `${user.profile.login} ${moment}`).toBe(true)
      if (user.status === 'DEPROVISIONED') expect(lastLogin === null || lastLogin <= (statusChanged ?? '')).toBe(true)
    }
  })

  it.each([
    ['the first moment of a leap day', Date.UTC(2028, 1, 29)],
    ['late on a Sunday', Date.UTC(2026, 5, 7, 23, 59, 59, 999)],
    ['New Year', Date.UTC(2027, 0, 1, 6, 30)],
  ])('is whole at any moment: %s', (_, now) => {
    const published = [...buildSample(sampleOptions({ now, seed: String(now) })).events].map((event) => event.published)
    expect(published).toHaveLength(20_000)
    expect((published.at(-1) ?? '') <= new Date(now).toISOString()).toBe(true)
    expect((published[0] ?? '') >= new Date(now - 30 * 86_400_000).toISOString()).toBe(true)
  })

  it('leaves out what classic does not know', () => {
    const classic = buildSample(sampleOptions({ engine: 'classic' }))
    expect(classic.policies.map(({ type }) => type)).not.toContain('ACCESS_POLICY')
    expect(classic.mappings).toEqual([])
    expect(new Set(classic.supporting.map(({ kind }) => kind))).toEqual(new Set(['behavior', 'identityProvider']))
    expect([...classic.events]).toHaveLength(20_000)
  })
})
