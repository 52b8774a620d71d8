import { beforeAll, describe, expect, it } from 'vitest'
import { ROUTES, type OperationId } from '#contract/routes/index.ts'
import { linksOf, type Client } from '../helpers/client.ts'
import type { Factories } from '../helpers/factories.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

let server: TestServer
let client: Client
let make: Factories
let params: { groupId: string; appId: string; policyId: string; userId: string }

/** What every list of this file has more of than a page of two. */
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
  const group = await make.aGroup('Team One')
  const app = await make.anApp('Tool One')
  const policy = await make.aPolicy('ACCESS_POLICY', { name: 'For applications' })
  const { id: userId } = await make.aUser({ firstName: 'Bo', login: 'bo@example.test' }, [group.id])
  params = { groupId: group.id, appId: app.id, policyId: policy.id, userId }
  for (const word of ['two', 'three', 'Four', 'five']) {
    const user = await make.aUser({ firstName: 'Ann', lastName: word, login: `ann.${word}@example.test` }, [group.id])
    await client.call('assignAppUser', { params, body: { id: user.id } })
    const other = await make.aGroup(`Team ${word}`)
    await client.call('addGroupMember', { params: { groupId: other.id, userId } })
    await client.call('assignAppGroup', { params: { ...params, groupId: other.id } })
    const otherApp = await make.anApp(`Tool ${word}`)
    await client.call('assignAppGroup', { params: { appId: otherApp.id, groupId: group.id } })
    await client.call('assignAppPolicy', { params: { appId: otherApp.id, policyId: policy.id } })
    await make.aZone({ name: `Office ${word}` })
    await make.aPolicy('SVC_SIGN_ON', { name: `Plan ${word}`, status: word === 'five' ? 'INACTIVE' : 'ACTIVE' })
  }
})

type Listed = { id: string }[]
const LISTS = [
  ['listPolicies', { type: 'SVC_SIGN_ON' }],
  ['listPolicies', { type: 'SVC_SIGN_ON', sortBy: 'name' }],
  ['listPolicies', { type: 'SVC_SIGN_ON', q: 'plan' }],
  ['listPolicyApps', {}],
  ['listGroups', {}],
  ['listGroups', { search: 'name sw "team"' }],
  ['listGroups', { search: 'name sw "team"', sortBy: 'profile.name', sortOrder: 'desc' }],
  ['listGroups', { filter: 'type eq "SVC_GROUP"' }],
  ['listGroupMembers', {}],
  ['listGroupApps', {}],
  ['listUsers', {}],
  ['listUsers', { search: 'profile.firstName eq "ann"' }],
  ['listUsers', { search: 'status pr', sortBy: 'profile.lastName', sortOrder: 'desc' }],
  ['listUsers', { search: 'status pr', sortBy: 'profile.city' }],
  ['listUsers', { filter: 'profile.firstName eq "Ann"' }],
  ['listApps', {}],
  ['listApps', { q: 'tool' }],
  ['listAppUsers', {}],
  ['listAppUsers', { q: 'ann' }],
  ['listAppGroups', {}],
  ['listZones', {}],
  ['listUserGroups', {}],
] as const satisfies [OperationId, Record<string, string>][]

const isDirectory = (id: OperationId) => id === 'listUsers' || id === 'listGroups'

async function list(id: OperationId, query: Record<string, unknown>) {
  return client.call(id, { params, query } as never) as Promise<{ status: number; headers: Headers; body: Listed }>
}

/** All pages of a list, by its own `next` links. */
async function pagesOf(id: OperationId, query: Record<string, unknown>): Promise<Listed[]> {
  const first = await list(id, query)
  const pages = [first.body]
  for (let { next } = linksOf(first.headers); next;) {
    const reply = await client.follow<Listed>(next)
    pages.push(reply.body)
    next = linksOf(reply.headers).next
    if (pages.length > 20) throw new Error('the pages do not end')
  }
  return pages
}

describe.each(LISTS)('%s %o', (id, query) => {
  it('gives everything once, in the same order, page by page', async () => {
    const whole = (await list(id, { ...query, limit: 200 })).body
    expect(whole.length).toBeGreaterThanOrEqual(4)
    for (const limit of [1, 2, whole.length]) {
      const pages = await pagesOf(id, { ...query, limit })
      expect(pages.flat().map((item) => item.id)).toEqual(whole.map((item) => item.id))
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true)
      expect(pages.at(-1)?.length).toBeGreaterThan(0)
    }
  })

  it('links to itself without its sorting, and on while there is more', async () => {
    const { sortBy: _by, sortOrder: _order, ...repeated } = query as Record<string, string>
    const shown = isDirectory(id) ? repeated : query
    const short = linksOf((await list(id, { ...query, limit: 2 })).headers)
    const path = ROUTES[id].path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof params) => params[name])
    const self = short['self'] === undefined ? null : new URL(short['self'])
    expect(self && `${self.origin}${self.pathname}`).toBe(`${server.url}${path}`)
    if (self) expect(Object.fromEntries(self.searchParams)).toEqual({ ...shown, limit: '2' })
    expect(short['next']).toMatch(/\?after=[^&]+&/)
    expect(Object.fromEntries(new URL(short['next'] as string).searchParams)).toMatchObject({ ...query, limit: '2' })
    const long = linksOf((await list(id, { ...query, limit: 200 })).headers)
    expect(Object.keys(long)).toEqual(['self'])
  })

  it('refuses a cursor that it did not give', async () => {
    for (const after of ['nonsense', 'nzo', "' OR 1=1 --", '%']) {
      const refusal = await client.refused(id, { params, query: { ...query, after, limit: 2 } })
      const code = 'search' in query ? 'E0000031' : 'E0000029'
      expect([refusal.status, refusal.code, refusal.locations], after).toEqual([400, code, ['after']])
    }
  })

  it('refuses a limit that is none', async () => {
    for (const limit of ['-2', '10001', 'ten', '1.5', '']) {
      const refusal = await client.refused(id, { params, query: { ...query, limit } })
      expect([refusal.status, refusal.code, refusal.locations], limit).toEqual([400, 'E0000001', ['limit']])
    }
  })
})

describe('listing policies', () => {
  const names = async (query: Record<string, unknown>) =>
    (await client.call('listPolicies', { query: { type: 'SVC_SIGN_ON', ...query } as never })).body.map(
      ({ name }) => name,
    )

  it('needs a type', async () => {
    const refusal = await client.refused('listPolicies')
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', ['type']])
  })

  it('goes by priority, the default last', async () => {
    expect(await names({})).toEqual(['Plan two', 'Plan three', 'Plan Four', 'Plan five', 'Default Policy'])
  })

  it('goes by name when asked to', async () => {
    expect(await names({ sortBy: 'name' })).toEqual([
      'Default Policy',
      'Plan five',
      'Plan Four',
      'Plan three',
      'Plan two',
    ])
  })

  it('finds by the beginning of the name, whatever its case', async () => {
    expect(await names({ q: 'PLAN f' })).toEqual(['Plan Four', 'Plan five'])
    expect(await names({ q: 'lan' })).toEqual([])
  })

  it('finds by status', async () => {
    expect(await names({ status: 'INACTIVE' })).toEqual(['Plan five'])
    expect(await names({ status: 'ACTIVE', q: 'plan' })).toEqual(['Plan two', 'Plan three', 'Plan Four'])
    expect((await client.refused('listPolicies', { query: { type: 'PASSWORD', status: 'ASLEEP' } })).code).toBe(
      'E0000001',
    )
  })

  it('gives a next link only where a limit is given', async () => {
    const big = await startServer()
    for (let count = 0; count < 201; count++) await big.make.aPolicy('PASSWORD')
    const reply = await big.client.call('listPolicies', { query: { type: 'PASSWORD' } })
    expect(reply.body).toHaveLength(202)
    expect(Object.keys(linksOf(reply.headers))).toEqual(['self'])
    const limited = await big.client.call('listPolicies', { query: { type: 'PASSWORD', limit: 200 } })
    expect(limited.body).toHaveLength(200)
    expect(linksOf(limited.headers)).toHaveProperty('next')
  })

  it('lists the policies of all authorization servers together', async () => {
    const { id } = await server.make.anAuthorizationServer()
    const policy = await server.make.aServerPolicy(id)
    const all = (await client.call('listPolicies', { query: { type: 'OAUTH_AUTHORIZATION_POLICY' } })).body
    expect(all.map(({ name }) => name).sort()).toEqual(['Default Policy', policy.name])
  })
})

describe('finding people', () => {
  it('goes by the beginning of first name, last name, both, or email', async () => {
    for (const [q, count] of [
      ['ann', 4],
      ['FOUR', 1],
      ['ann five', 1],
      ['ann.three@', 1],
      ['nn', 0],
    ] as const)
      expect((await client.call('listUsers', { query: { q } })).body, q).toHaveLength(count)
  })

  it('answers ten unless a limit says otherwise', async () => {
    for (let count = 0; count < 12; count++) await make.aUser({ firstName: 'Zed' })
    expect((await client.call('listUsers', { query: { q: 'zed' } })).body).toHaveLength(10)
    expect((await client.call('listUsers', { query: { q: 'zed', limit: 12 } })).body).toHaveLength(12)
  })

  it('takes the signs of patterns as they are', async () => {
    await make.aUser({ firstName: '100%_sure' })
    for (const q of ['%', '_', '\\', "'", '100_'])
      expect((await client.call('listUsers', { query: { q } })).body, q).toEqual([])
    expect((await client.call('listUsers', { query: { q: '100%_' } })).body).toHaveLength(1)
  })
})

it('limit -1 lists as many applications as a page may hold', async () => {
  expect((await client.call('listApps', { query: { limit: -1 } })).body.length).toBeGreaterThan(7)
})
