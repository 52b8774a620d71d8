import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Group } from '#contract/directory/group.ts'
import { listGroups } from '#operations/directory/search/list-groups.ts'
import { openStore } from '#db/store.ts'
import { linksOf } from '../../helpers/client.ts'
import { appliedDirectory } from '../../helpers/directory-import.ts'
import { SEES_ALL } from '../../helpers/readers.ts'
import { aFolder, startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
let client: TestServer['client']
let clerks: Group
let sourceId: string
beforeAll(async () => {
  server = await startServer()
  ;({ client } = server)
  sourceId = (await server.make.anApp('Directory')).id
  await appliedDirectory(server, 'name\nClerks\n', { kind: 'groups', options: { source: sourceId } })
  clerks = (await list({ filter: 'type eq "APP_GROUP"' }))[0] as Group
})

type Query = Record<string, string | number>
const list = async (query: Query) => (await client.call('listGroups', { query: query as never })).body
const names = async (query: Query) => (await list(query)).map(({ profile }) => profile.name)
const refusal = async (query: Query) => {
  const { status, code } = await client.refused('listGroups', { query })
  return [status, code]
}
const read = async (groupId: string) => (await client.call('getGroup', { params: { groupId } })).body
const self = (query: string) => `${server.url}/api/v1/groups?${query}`

describe('a group', () => {
  it('is made with its profile, native, and read as it was made [spec/2 groups/POST] [spec/2 groups/GET] [spec/2 group/id] [spec/4 groups/create]', async () => {
    for (const body of [{}, { profile: {} }]) expect((await client.refused('createGroup', { body })).status).toBe(400)
    const made = await client.call('createGroup', { body: { profile: { name: 'Riggers', description: 'Ropes' } } })
    expect([made.status, made.body.type]).toEqual([200, 'SVC_GROUP'])
    expect(made.body.id).toMatch(/^00g[0-9A-Za-z]{17}$/)
    expect(await read(made.body.id)).toEqual(made.body)
  })

  it('keeps the moments of its profile and of its members apart [spec/2 group/created, lastUpdated] [spec/2 group/lastMembershipUpdated]', async () => {
    const group = await server.make.aGroup()
    const params = { groupId: group.id, userId: (await server.make.aUser()).id }
    server.clock.advance(60_000)
    const joined = new Date(server.clock.now).toISOString()
    await client.call('addGroupMember', { params })
    expect(await read(group.id)).toEqual({ ...group, lastMembershipUpdated: joined })
    server.clock.advance(60_000)
    const renamed = new Date(server.clock.now).toISOString()
    await client.call('replaceGroup', { params, body: { profile: { name: 'Renamed' } } })
    expect(await read(group.id)).toMatchObject({
      ...{ created: group.created, lastUpdated: renamed, lastMembershipUpdated: joined },
    })
  })

  it('is of one of three types; native ones and the built-in one are of one class [spec/2 group/type] [spec/2 group/objectClass]', async () => {
    const found = Object.fromEntries((await list({})).map((group) => [group.type, group.objectClass]))
    expect(found).toEqual({
      SVC_GROUP: ['svc:user_group'],
      BUILT_IN: ['svc:user_group'],
      APP_GROUP: ['svc:app_group'],
    })
  })

  it('links to its logo, people and applications, an imported one to its source [spec/2 group/_links]', async () => {
    const { _links: links } = await read(clerks.id)
    expect(Object.keys(links)).toEqual(['logo', 'users', 'apps', 'owners', 'source'])
    for (const logo of links['logo'] as object[]) expect(Object.keys(logo)).toEqual(['name', 'href', 'type'])
    expect((await server.make.aGroup())._links).not.toHaveProperty('source')
  })

  it('of this organization has a name of its own; one of an application may share it [spec/4 groups/duplicate]', async () => {
    await server.make.aGroup('Clerks')
    const again = await client.refused('createGroup', { body: { profile: { name: 'clerks' } } })
    expect([again.status, again.code, again.locations]).toEqual([400, 'E0000001', ['profile.name']])
    expect((await list({ q: 'Clerks' })).map(({ type }) => type).sort()).toEqual(['APP_GROUP', 'SVC_GROUP'])
  })

  it('that a policy names can be deleted; the policy is marked [spec/4 groups/delete used]', async () => {
    const group = await server.make.aGroup()
    const conditions = { people: { groups: { include: [group.id] } } }
    const policy = await server.make.aPolicy('SVC_SIGN_ON', { conditions })
    await client.call('deleteGroup', { params: { groupId: group.id } })
    const findings = (await client.call('listFindings')).body
    const marked = findings.filter(({ kind }) => kind === 'dangling-reference')
    expect(marked).toEqual([expect.objectContaining({ policyId: policy.id })])
  })
})

describe('the members of a group', () => {
  it('come page by page, 1,000 unless asked, with the link to themselves alone [spec/2 groups/GET users] [spec/4 groups/list members]', async () => {
    const group = await server.make.aGroup()
    for (let count = 0; count < 3; count++) await server.make.aUser({}, [group.id])
    const params = { groupId: group.id }
    const all = await client.call('listGroupMembers', { params })
    expect(linksOf(all.headers)['self']).toContain('limit=1000')
    for (const { _links: links } of all.body) expect(Object.keys(links)).toEqual(['self'])
    const first = await client.call('listGroupMembers', { params, query: { limit: 2 } })
    const rest = await client.follow<unknown[]>(linksOf(first.headers)['next'] as string)
    expect([...first.body, ...rest.body]).toEqual(all.body)
    expect((await client.refused('listGroupMembers', { params, query: { limit: 1_001 } })).status).toBe(400)
  })
})

it('the applications of a group come 20 at a time, 200 at the most [spec/4 groups/list apps]', async () => {
  const params = { groupId: clerks.id }
  expect(linksOf((await client.call('listGroupApps', { params })).headers)['self']).toContain('limit=20')
  expect((await client.call('listGroupApps', { params, query: { limit: 200 } })).status).toBe(200)
  expect((await client.refused('listGroupApps', { params, query: { limit: 201 } })).status).toBe(400)
})

it('owners are listed, added and removed with 200, 201 and 204 [spec/4 groups/owners]', async () => {
  const [{ id: groupId }, { id: ownerId }] = [await server.make.aGroup(), await server.make.aUser()]
  const params = { groupId, ownerId }
  const body = { id: ownerId, type: 'USER' } as const
  expect((await client.call('addGroupOwner', { params, body })).status).toBe(201)
  expect((await client.call('listGroupOwners', { params })).status).toBe(200)
  expect((await client.call('removeGroupOwner', { params })).status).toBe(204)
})

describe('the list of groups', () => {
  it('is all of them, 10,000 unless asked, and goes on by the cursor of its link [spec/2 groups/GET list] [spec/2 groups/limit] [spec/2 groups/after] [spec/4 groups/list limit]', async () => {
    const all = await client.call('listGroups')
    expect(linksOf(all.headers)['self']).toBe(self('limit=10000'))
    const first = await client.call('listGroups', { query: { limit: 2 } as never })
    const { next } = linksOf(first.headers)
    const rest = await client.follow<Group[]>((next as string).replace('limit=2', 'limit=200'))
    expect([...first.body, ...rest.body]).toEqual(all.body)
    expect(await refusal({ after: 'nonsense' })).toEqual([400, 'E0000029'])
    const counted = await client.call('listGroups', { query: { expand: 'stats' } as never })
    expect(counted.body.every(({ _embedded }) => _embedded?.stats)).toBe(true)
  })

  it('is filtered by ids, types and moments, with and, or and brackets [spec/2 groups/filter]', async () => {
    const { id, lastUpdated, lastMembershipUpdated: joined } = clerks
    for (const filter of [
      `id eq "${id}"`,
      `lastUpdated eq "${lastUpdated}" and type eq "APP_GROUP"`,
      `type eq "APP_GROUP" and (lastUpdated lt "2000-01-01T00:00:00.000Z" or lastMembershipUpdated eq "${joined}")`,
      'lastUpdated gt "2000-01-01T00:00:00.000Z" and type eq "APP_GROUP"',
    ])
      expect(await names({ filter }), filter).toEqual(['Clerks'])
    for (const filter of ['lastUpdated ge "2026-01-01T00:00:00.000Z"', 'type sw "APP"', 'not (id pr)', 'name eq "x"'])
      expect((await refusal({ filter }))[0], filter).toBe(400)
  })

  it('is found by the beginning of names, exact ones first, 300 unless asked, on one page [spec/2 groups/q] [spec/2 limits/group page]', async () => {
    for (const name of ['Deckhand', 'Deck', 'Second deck']) await server.make.aGroup(name)
    expect(await names({ q: 'deck' })).toEqual(['Deck', 'Deckhand'])
    for (let count = 0; count < 301; count++) await server.make.aGroup(`Many ${String(count)}`)
    const found = await client.call('listGroups', { query: { q: 'many' } })
    expect([found.body.length, found.headers.get('link')]).toEqual([300, null])
    expect(await list({ expand: 'stats' })).toHaveLength(200)
    expect((await refusal({ q: 'many', after: clerks.id }))[0]).toBe(400)
  })

  it('holds counts and sources where they are asked for [spec/2 groups/expand]', async () => {
    const embedded = async (query: Query) => Object.keys((await list({ ...query, ...one }))[0]?._embedded ?? {})
    const one = { filter: `id eq "${clerks.id}"` }
    expect(await embedded({})).toEqual([])
    expect(await embedded({ expand: 'stats' })).toEqual(['stats'])
    expect(await embedded({ expand: 'app' })).toEqual(['app'])
    expect(await embedded({ expand: 'stats,app' })).toEqual(['stats', 'app'])
  })

  it('is searched with exact names, whatever the case of operators and values [spec/4 search/groups]', async () => {
    for (const search of [
      'profile.name EQ "CLERKS" AND type eq "app_group"',
      `name Sw "cle" and source.id eq "${sourceId}"`,
    ])
      expect(await names({ search }), search).toEqual(['Clerks'])
    expect(await refusal({ search: 'Profile.Name eq "Clerks"' })).toEqual([400, 'E0000031'])
  })

  it('is sorted by one property, ties by id, ascending unless asked [spec/2 groups/sortBy, sortOrder]', async () => {
    const search = 'name sw "Deck"'
    expect(await names({ search, sortBy: 'profile.name' })).toEqual(['Deck', 'Deckhand'])
    expect(await names({ search, sortBy: 'profile.name', sortOrder: 'desc' })).toEqual(['Deckhand', 'Deck'])
    const byId = (await list({ search })).map(({ id }) => id)
    expect(byId).toEqual(byId.toSorted())
    expect((await list({ search, sortOrder: 'desc' })).map(({ id }) => id)).toEqual(byId)
    expect((await list({ search, sortBy: 'type' })).map(({ id }) => id)).toEqual(byId)
  })

  it('is refused with 500 where it takes too long [spec/2 errors/list groups timeout]', async () => {
    const store = await openStore(join(await aFolder(), 'org.sqlite'), new Date(server.clock.now).toISOString())
    const { searches } = store
    // Its time is over as it begins.
    const run: typeof searches.run = (work, timeoutMs) => searches.run(work, timeoutMs, AbortSignal.abort())
    const reader = Object.assign(store.read, SEES_ALL)
    const service = { reader, store: { ...store, searches: { ...searches, run } } }
    const late = listGroups(service as never, { search: 'id pr', limit: 1 })
    await expect(late).rejects.toMatchObject({ status: 500, code: 'E0000009' })
    await store.close()
  })

  it('cannot be searched and filtered at once [spec/4 search/with filter]', async () => {
    expect(await refusal({ search: 'id pr', filter: 'type eq "BUILT_IN"' })).toEqual([400, 'E0000033'])
  })
})
