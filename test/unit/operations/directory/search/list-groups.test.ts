import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linksOf, type Client } from '../../../../helpers/client.ts'
import { withDatabase } from '../../../../helpers/files.ts'
import { startServer, type TestServer } from '../../../../helpers/server.ts'

let server: TestServer
let client: Client
let appId: string
const COLUMNS = 'id, type, name, description, created, last_updated, last_membership_updated, source_id'

beforeAll(async () => {
  server = await startServer()
  ;({ client } = server)
  const { make, clock } = server
  const app = await make.anApp('Wiki')
  appId = app.id
  for (const [name, description] of [
    ['Engineering', 'Builds'],
    ['engineers', null],
    ['Sales', 'Sells'],
  ] as const) {
    clock.advance(60_000)
    const { body: group } = await client.call('createGroup', { body: { profile: { name, description } } })
    await client.call('assignAppGroup', { params: { appId, groupId: group.id } })
    if (name !== 'Sales') await make.aUser({}, [group.id])
  }
  const imported = '00gIMPORTED000000000'
  const moment = '2026-01-01T00:00:00.500Z'
  const row = `'${imported}', 'APP_GROUP', 'Writers', 'Imported', '${moment}', '${moment}', '${moment}', '${appId}'`
  await withDatabase(server.dataFile, (database) => database.exec(`INSERT INTO groups (${COLUMNS}) VALUES (${row})`))
})

type Query = Record<string, string | number>
const list = async (query: Query) => (await client.call('listGroups', { query: query as never })).body
const names = async (query: Query) => (await list(query)).map(({ profile }) => profile.name)
const refusal = async (query: Query) => {
  const { status, code, locations } = await client.refused('listGroups', { query })
  return [status, code, locations]
}

describe('attributes that the organization gave its groups', () => {
  const make = async (name: string, profile: object) =>
    (await client.call('createGroup', { body: { profile: { name, ...profile } } as never })).body
  beforeAll(async () => {
    const attribute = (type: string, more = {}) => ({ title: type, type, ...more })
    const properties = {
      costCenter: attribute('string'),
      seats: attribute('integer'),
      regions: attribute('array', { items: { type: 'string' } }),
    }
    const definitions = { custom: { id: '#custom', type: 'object', properties } }
    await client.call('updateGroupSchema', { body: { definitions } as never })
    await make('Depot', { costCenter: 'North-1', seats: 5, regions: ['no', 'se'] })
    await make('Depot two', { costCenter: 'north-2', seats: 40, regions: ['de'] })
    await make('Depot three', {})
  })
  afterAll(async () => {
    for (const { id } of await list({ search: 'name sw "Depot"' }))
      await client.call('deleteGroup', { params: { groupId: id } })
    const definitions = {
      custom: { id: '#custom', type: 'object', properties: { costCenter: null, seats: null, regions: null } },
    }
    await client.call('updateGroupSchema', { body: { definitions } as never })
  })

  it.each([
    ['profile.costCenter sw "NORTH"', ['Depot', 'Depot two']],
    ['costCenter eq "north-2"', ['Depot two']],
    ['profile.seats gt 5', ['Depot two']],
    ['profile.seats ge 5 and regions eq "SE"', ['Depot']],
    ['regions pr', ['Depot', 'Depot two']],
    ['name sw "Depot" and costCenter eq null', ['Depot three']],
  ])('are searched by %s', async (search, expected) => {
    expect((await names({ search })).sort()).toEqual(expected)
  })

  it.each([
    ['asc', ['Depot', 'Depot two', 'Depot three']],
    ['desc', ['Depot two', 'Depot', 'Depot three']],
  ])('sort what was found, %s, page by page, those without one last', async (sortOrder, expected) => {
    for (const sortBy of ['profile.costCenter', 'profile.seats']) {
      const query = { search: 'name sw "Depot"', sortBy, sortOrder }
      expect(await names(query)).toEqual(expected)
      const first = await client.call('listGroups', { query: { ...query, limit: 1 } as never })
      const next = new URL(linksOf(first.headers)['next'] as string)
      const rest = { ...query, limit: 2, after: next.searchParams.get('after') as string }
      expect([first.body[0]?.profile.name, ...(await names(rest))]).toEqual(expected)
    }
  })

  it('are unknown once the schema has none of that name', async () => {
    expect(await refusal({ search: 'profile.colour eq "red"' })).toEqual(await refusal({ search: 'colour eq "red"' }))
    expect((await refusal({ search: 'profile.colour eq "red"' })).slice(0, 2)).toEqual([400, 'E0000031'])
  })
})

describe('a search of groups', () => {
  it('asks profiles with or without their prefix, types, sources, ids and moments', async () => {
    const sorted = { sortBy: 'name' }
    expect(await names({ search: 'profile.name sw "ENGINEER"', ...sorted })).toEqual(
      ['engineers', 'Engineering'].sort(),
    )
    expect(await names({ search: 'name eq "sales" and description co "ELL"' })).toEqual(['Sales'])
    expect(await names({ search: 'type eq "built_in"' })).toEqual(['Everyone', 'Svc Administrators'])
    expect(await names({ search: `source.id eq "${appId}"` })).toEqual(['Writers'])
    expect(await names({ search: 'created eq "2026-01-01T00:00:00.000Z"' })).toEqual(['Writers'])
    expect(await names({ search: 'lastMembershipUpdated lt "2026-01-01T00:00:01Z"' })).toEqual(['Writers'])
    expect(await names({ search: 'id eq "00gIMPORTED000000000" or name eq "sales"', ...sorted })).toEqual([
      'Sales',
      'Writers',
    ])
  })

  it('is sorted by one property, those without it last, and pages through it', async () => {
    const query = { search: 'description pr or description eq null', sortBy: 'profile.description', sortOrder: 'desc' }
    const all = (await list(query)).map(({ profile }) => profile.description?.slice(0, 5) ?? null)
    const [given, none] = [all.filter((text) => text !== null), all.filter((text) => text === null)]
    expect(all).toEqual([...given, ...none])
    expect(given).toEqual(given.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? 1 : -1)))
    expect(none).not.toEqual([])
  })

  it('refuses names in another case, `ne`, another query’s cursor, and a filter beside it', async () => {
    expect(await refusal({ search: 'Name eq "x"' })).toEqual([400, 'E0000031', ['search']])
    expect(await refusal({ search: 'name ne "x"' })).toEqual([400, 'E0000031', ['search']])
    expect(await refusal({ search: 'id pr', filter: 'type eq "BUILT_IN"' })).toEqual([400, 'E0000033', []])
    expect(await refusal({ search: 'id pr', q: 'x' })).toEqual([400, 'E0000063', ['q']])
    expect(await refusal({ search: 'id pr', sortBy: 'size' })).toEqual([400, 'E0000001', ['sortBy']])
    const { headers } = await client.call('listGroups', { query: { search: 'id pr', limit: 1 } as never })
    const after = new URL(linksOf(headers)['next'] as string).searchParams.get('after') as string
    expect(await refusal({ search: 'type eq "APP_GROUP"', after })).toEqual([400, 'E0000031', ['after']])
  })
})

it('a filter asks types, ids and changes exactly [spec/5 1/filter-groups]', async () => {
  expect(await names({ filter: 'type eq "BUILT_IN"' })).toEqual(['Everyone', 'Svc Administrators'])
  expect(await names({ filter: 'type eq "APP_GROUP"' })).toEqual(['Writers'])
  expect(await names({ filter: 'type eq "app_group"' })).toEqual([])
  expect(
    await names({
      filter: '(lastUpdated lt "2026-01-02T00:00:00.000Z" or type eq "BUILT_IN") and type eq "APP_GROUP"',
    }),
  ).toEqual(['Writers'])
  expect(await refusal({ filter: 'name eq "x"' })).toEqual([400, 'E0000053', ['filter']])
})

it('q goes by name, exact matches first, may have a filter, and is one page [spec/5 3/filter]', async () => {
  expect(await names({ q: 'ENGINEER' })).toEqual(['Engineering', 'engineers'])
  expect(await names({ q: 'e', filter: 'type eq "BUILT_IN"' })).toEqual(['Everyone'])
  const { headers, body } = await client.call('listGroups', { query: { q: 'e', limit: 1 } as never })
  expect([body.length, headers.get('link')]).toEqual([1, null])
  expect(await refusal({ q: 'e', after: body[0]?.id ?? '' })).toEqual([400, 'E0000029', ['after']])
})

describe('expand', () => {
  it('embeds how many people and applications a group has, and where it comes from', async () => {
    const [sales, writers] = await list({
      search: 'name eq "Sales" or name eq "Writers"',
      sortBy: 'name',
      expand: 'stats,app',
    })
    const self = `${server.url}/api/v1/groups/${sales?.id}`
    expect(sales?._embedded).toEqual({
      stats: {
        ...{ usersCount: 0, appsCount: 1, groupPushMappingsCount: 0, hasAdminPrivilege: false },
        _links: { apps: { href: `${self}/apps` }, users: { href: `${self}/users` } },
      },
    })
    expect(writers).toMatchObject({
      source: { id: appId },
      _links: { source: { href: `${server.url}/api/v1/apps/${appId}` } },
      _embedded: { app: { id: appId, label: 'Wiki' }, stats: { usersCount: 0 } },
    })
    const [everyone] = await list({ filter: 'type eq "BUILT_IN"', expand: 'stats' })
    expect(everyone?._embedded?.stats?.usersCount).toBe(3)
    expect((await list({}))[0]).not.toHaveProperty('_embedded')
  })

  it('of stats makes pages of 200 at the most', async () => {
    for (let count = 0; count < 200; count++) await server.make.aGroup()
    expect(await list({ expand: 'stats' })).toHaveLength(200)
    expect(await list({ expand: 'stats', limit: 1000 })).toHaveLength(200)
    expect((await list({ expand: 'app' })).length).toBeGreaterThan(200)
    expect(await refusal({ expand: 'everything' })).toEqual([400, 'E0000001', ['expand']])
  })
})
