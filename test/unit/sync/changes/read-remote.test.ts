import { expect, it } from 'vitest'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Caller } from '#operations/service/caller.ts'
import { readRemote, type EarlierReading } from '#sync/changes/read-remote.ts'
import type { Snapshot, SyncObject } from '#sync/snapshot.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import { connect, pulled, pullOf } from '../../../helpers/sync/connections.ts'
import { httpCaller } from '../../../helpers/sync/http-caller.ts'
import { readByLog, readWhole } from '../../../helpers/sync/read-twice.ts'

const DAY_MS = 86_400_000

/** Why everything of a remote is read; null where its log says enough. */
async function reasonOf(caller: Caller, earlier: EarlierReading, now = 0) {
  return (await readRemote(caller, { earlier, isFirst: false, now })).reason
}

/** A remote of which one list is answered otherwise. */
const withLog = (server: TestServer, page: Caller['page']): Caller => {
  const caller = httpCaller(server)
  return { ...caller, page: (id, input) => (id === 'listLogEvents' ? page(id, input) : caller.page(id, input)) }
}

/** With so many people more, of whom nothing is asked. */
function withMany(snapshot: Snapshot, count: number): Snapshot {
  const known = new Map(snapshot.objects.get('user'))
  const [first] = known.values()
  for (let n = 0; n < count; n += 1) known.set(`more ${n}`, { ...(first as SyncObject), key: `more ${n}`, id: '' })
  return { ...snapshot, objects: new Map(snapshot.objects).set('user', known) }
}

/** With so many people and groups. */
async function aRemote(count: number) {
  const server = await startServer()
  const people = []
  const groups = []
  for (let n = 0; n < count; n += 1) {
    people.push(await server.make.aUser())
    groups.push(await server.make.aGroup())
  }
  server.clock.advance(DAY_MS)
  return { server, people, groups, earlier: await readWhole(server) }
}

it('a remote that has not changed is asked for its log and its organization alone', async () => {
  const { server, earlier } = await aRemote(3)
  const { lines, calls } = await readByLog(server, earlier)
  expect(lines).toEqual([])
  expect(calls).toEqual(['listLogEvents', 'getOrganization'])
})

it('after some changes little more is asked for than what has changed', async () => {
  const { server, people, groups, earlier } = await aRemote(12)
  const { client } = server
  const changed = 10
  for (const [at, { id: userId }] of people.slice(0, changed).entries()) {
    server.clock.advance(1_000)
    const groupId = groups[at]?.id ?? ''
    await client.call('updateUser', { params: { userId }, body: { profile: { title: `Title ${at}` } } })
    await client.call('addGroupMember', { params: { groupId, userId } })
  }
  const { lines, calls } = await readByLog(server, earlier)
  expect(lines).toEqual([])
  // Of ten people one page has all; of ten memberships each is in a list of its own.
  expect(calls.length).toBeLessThanOrEqual(1.2 * changed * 2 + 10)
  expect(calls).not.toContain('listPolicies')
})

it('single people are asked for where many are there', async () => {
  const { server, people, earlier } = await aRemote(12)
  const [{ id: userId } = { id: '' }] = people
  const many = withMany(earlier.snapshot, 1_000)
  await server.client.call('deactivateUser', { params: { userId } })
  const { snapshot } = await readRemote(httpCaller(server), {
    ...{ earlier: { ...earlier, snapshot: many }, isFirst: false, now: 0 },
  })
  const found = snapshot.objects.get('user')
  expect(found?.size).toBe(many.objects.get('user')?.size)
  expect(found?.get(userId)).toMatchObject({ call: 'status eq "DEPROVISIONED"', body: { status: 'DEPROVISIONED' } })
})

it('who was to be added to the group of everyone, which is refused, is read as no member of it', async () => {
  const { server, people, earlier } = await aRemote(1)
  const everyone = (await server.client.call('listGroups')).body.find(({ profile }) => profile.name === 'Everyone')
  const params = { groupId: everyone?.id ?? '', userId: people[0]?.id ?? '' }
  await server.client.refused('addGroupMember', { params })
  expect((await readByLog(server, earlier)).lines).toEqual([])
})

it('an event that was logged late is not missed', async () => {
  const { server, groups, earlier } = await aRemote(2)
  const [{ id: groupId } = { id: '' }] = groups
  const { client, clock } = server
  const rename = (name: string) => client.call('replaceGroup', { params: { groupId }, body: { profile: { name } } })
  await rename('Late')
  const [late] = (await client.call('listLogEvents', { query: { sortOrder: 'DESCENDING', limit: 1 } })).body
  clock.advance(10_000)
  await server.make.aZone()
  const caller = httpCaller(server)
  const hidden = withLog(server, async (id, input) => {
    const page = await caller.page(id, input)
    return { ...page, items: page.items.filter((item) => (item as { uuid?: string }).uuid !== late?.uuid) }
  })
  const { snapshot, position } = await readRemote(hidden, { earlier, isFirst: false, now: 0 })
  expect(snapshot.objects.get('group')?.get(groupId)?.body).not.toMatchObject({ profile: { name: 'Late' } })
  const { lines } = await readByLog(server, { snapshot, position: position ?? earlier.position, wholeAt: 0 })
  expect(lines).toEqual([])
})

it('everything is read where the log cannot say what has changed, and why is told', async () => {
  const { server, earlier } = await aRemote(1)
  const caller = httpCaller(server)
  const gone = { ...earlier, position: { ...earlier.position, uuid: 'of-another-log' } }
  expect(await reasonOf(caller, gone)).toBe('LOG_GONE')
  expect(await reasonOf(caller, { ...earlier, position: { ...earlier.position, published: 'no time' } })).toBe(
    'LOG_GONE',
  )
  expect(await reasonOf(caller, earlier, 8 * DAY_MS)).toBe('LONG_AGO')
  expect(await reasonOf(caller, earlier, -8 * DAY_MS)).toBe('LONG_AGO')
  const refuses = withLog(server, () => Promise.reject(new ApiError('E0000006')))
  expect(await reasonOf(refuses, earlier)).toBe('NO_LOG')
  const asked = await readRemote(caller, { earlier, isFirst: false, isWhole: true, now: 0 })
  expect(asked.reason).toBe('ASKED')
  expect(await readRemote(caller, { earlier: null, isFirst: false, now: 0 })).toMatchObject({ reason: 'NO_POSITION' })
})

it('events of other logs, which a remote has imported or follows, say nothing of its objects, nor where its own log ends', async () => {
  const { server, groups, earlier } = await aRemote(1)
  const caller = httpCaller(server)
  const [own] = (await caller.page('listLogEvents', { query: { sortOrder: 'DESCENDING', limit: 1 } })).items
  const published = new Date(server.clock.now + 600_000).toISOString()
  const mark = { gatehouse: { import: { id: 'limp1', keyFingerprint: null } } }
  const foreign = { ...(own as object), ...mark, uuid: 'foreign', eventType: 'gatehouse.connection.pull', published }
  const mixed = withLog(server, async (id, input) => {
    const { query } = input as { query: { limit?: number; after?: string; sortOrder?: string } }
    const first = { items: [foreign], next: 'behind it' } as never
    if (query.limit === 1) return first
    const asked = query.after === 'behind it' ? { query: { sortOrder: 'DESCENDING', limit: 1_000 } } : input
    const page = await caller.page(id, asked as never)
    const items = query.sortOrder === 'DESCENDING' ? [foreign, ...page.items] : [...page.items, foreign]
    return { ...page, items } as never
  })
  const whole = await readRemote(mixed, { earlier: null, isFirst: true, now: 0 })
  expect(whole.position).toMatchObject({ uuid: (own as { uuid: string }).uuid })

  await server.client.call('deleteGroup', { params: { groupId: groups[0]?.id ?? '' } })
  const { reason, position, snapshot } = await readRemote(mixed, { earlier, isFirst: false, now: 0 })
  expect(reason).toBeNull()
  expect(position?.published).not.toBe(published)
  expect(snapshot.objects.get('group')?.has(groups[0]?.id ?? '')).toBe(false)
})

it('a log of more events than a page has is read to its end', async () => {
  const { server, earlier } = await aRemote(1)
  const { id: groupId } = await server.make.aGroup('Renamed again and again')
  const { client } = server
  const rename = (name: string) => client.call('replaceGroup', { params: { groupId }, body: { profile: { name } } })
  for (let count = 0; count <= 1_000; count += 20)
    await Promise.all(Array.from({ length: 20 }, (_, at) => rename(`Name ${count + at}`)))
  const { lines, calls } = await readByLog(server, earlier)
  expect(lines).toEqual([])
  expect(calls.filter((id) => id === 'listLogEvents')).toHaveLength(2)
})

it('what can no longer be read is not taken for gone: everything is read, and says so', async () => {
  const { server, people, earlier } = await aRemote(3)
  const caller = httpCaller(server)
  const refuse = () => Promise.reject(new ApiError('E0000006'))
  for (const { id: userId } of people)
    await server.client.call('updateUser', { params: { userId }, body: { profile: { title: 'Other' } } })
  const one: Caller = { ...caller, call: (id, input) => (id === 'getUser' ? refuse() : caller.call(id, input)) }
  const list: Caller = { ...caller, page: (id, input) => (id === 'listUsers' ? refuse() : caller.page(id, input)) }
  for (const remote of [one, list]) {
    const many = { ...earlier, snapshot: withMany(earlier.snapshot, remote === one ? 1_000 : 0) }
    const { reason, snapshot } = await readRemote(remote, { earlier: many, isFirst: false, now: 0 })
    expect(reason).toBe('RIGHTS')
    expect(snapshot.objects.get('groupMembership')?.size).toBe(earlier.snapshot.objects.get('groupMembership')?.size)
  }
})

it('an event that is none has everything be read, and no later reading fails for it', async () => {
  const { server, earlier } = await aRemote(1)
  await server.make.aZone()
  const caller = httpCaller(server)
  for (const odd of [
    null,
    {},
    { target: [null] },
    { target: [{ id: '', type: 'User' }] },
    { target: [{ id: '\ud800', type: 'User' }] },
  ]) {
    const log = withLog(server, async (id, input) => {
      const page = await caller.page(id, input)
      const items = page.items.map((item) =>
        odd && Object.keys(odd).length > 0 ? { ...(item as object), ...odd } : odd,
      )
      return { ...page, items: items as never }
    })
    const reason = await reasonOf(log, earlier)
    expect(['UNNAMED', 'NO_LOG'], JSON.stringify(odd)).toContain(reason)
  }
})

it('an event of a clock that was ahead has everything be read until that time has come', async () => {
  const { server, earlier } = await aRemote(1)
  const caller = httpCaller(server)
  const at = (remoteNow: number) => readRemote(caller, { earlier, isFirst: false, now: 0, remoteNow: () => remoteNow })
  const published = Date.parse(earlier.position.published)
  expect((await at(published)).reason).toBeNull()
  expect((await at(published - 3_600_000)).reason).toBe('CLOCK')
})

it('what an application is told of people follows them when they are renamed', async () => {
  const { server, people, earlier } = await aRemote(2)
  const [{ id: userId } = { id: '' }] = people
  const { id: appId } = await server.make.anApp('With people')
  await server.client.call('assignAppUser', { params: { appId }, body: { id: userId, scope: 'USER' } as never })
  const { next } = await readByLog(server, earlier)
  server.clock.advance(DAY_MS)
  const profile = { login: 'renamed@example.test', email: 'renamed@example.test' }
  await server.client.call('updateUser', { params: { userId }, body: { profile } })
  expect((await readByLog(server, next)).lines).toEqual([])
})

it('values of an attribute that is removed are gone from every profile', async () => {
  const { server, people, earlier } = await aRemote(2)
  const [{ id: userId } = { id: '' }] = people
  const { client, clock } = server
  const badge = (attribute: object | null) =>
    client.call('updateUserSchema', {
      params: { schemaId: 'default' },
      body: { definitions: { custom: { id: '#custom', type: 'object', properties: { badge: attribute } } } } as never,
    })
  await badge({ title: 'Badge', type: 'string' })
  await client.call('updateUser', { params: { userId }, body: { profile: { badge: '7' } } })
  const { next } = await readByLog(server, earlier)
  clock.advance(DAY_MS)
  await badge(null)
  expect((await readByLog(server, next)).lines).toEqual([])
})

it('a log that does not end is read no further than the limit', async () => {
  const { server, earlier } = await aRemote(1)
  const [event] = (await server.client.call('listLogEvents', { query: { limit: 1 } })).body
  let pages = 0
  const endless = withLog(server, (_id, input) => {
    const { limit = 0 } = (input?.query ?? {}) as { limit?: number }
    pages += 1
    return Promise.resolve({ items: Array.from({ length: limit }, () => event) as never, next: `page ${pages}` })
  })
  expect(await reasonOf(endless, earlier)).toBe('MANY_EVENTS')
  expect(pages).toBeLessThan(100)
})

it('a remote that has pulled itself is read as a whole: its events do not name what it got', async () => {
  const source = await startServer()
  await source.make.aGroup('At the source')
  const remote = await startServer({ isFirstStart: true })
  const here = await startServer()
  const [fromSource, fromRemote] = [await connect(remote, source), await connect(here, remote)]
  await pulled(here, fromRemote)
  expect(await pullOf(here, fromRemote)).toMatchObject({ whole: 'FIRST' })
  await pulled(here, fromRemote)
  expect(await pullOf(here, fromRemote)).toMatchObject({ whole: null, refused: [] })
  await pulled(remote, fromSource)
  await pulled(here, fromRemote)
  expect(await pullOf(here, fromRemote)).toMatchObject({ whole: 'UNNAMED' })
  const groups = (await here.client.call('listGroups')).body.map(({ profile }) => profile.name)
  expect(groups).toContain('At the source')
})

it('after another token everything is read again', async () => {
  const remote = await startServer()
  const here = await startServer()
  const connectionId = await connect(here, remote)
  await pulled(here, connectionId)
  const authentication = { type: 'API_TOKEN' as const, token: remote.token }
  const body = { name: 'Remote', address: remote.url, authentication }
  await here.client.call('replaceConnection', { params: { connectionId }, body })
  await pulled(here, connectionId)
  expect(await pullOf(here, connectionId)).toMatchObject({ whole: 'NO_POSITION' })
  await pulled(here, connectionId, { whole: true })
  expect(await pullOf(here, connectionId)).toMatchObject({ whole: 'ASKED' })
})
