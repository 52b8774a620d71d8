import { beforeAll, describe, expect, it } from 'vitest'
import { EVENT_TYPES, isHookEligible } from '#contract/log/event-types.ts'
import type { EventHook } from '#contract/hooks/event-hook.ts'
import { linksOf, type Client } from '../../../helpers/client.ts'
import { allowLocalHooks, aVerifiedHook, hookBody, startEndpoint, type Endpoint } from '../../../helpers/endpoint.ts'
import { startServer } from '../../../helpers/server.ts'

let client: Client
let endpoint: Endpoint
beforeAll(async () => {
  ;({ client } = await startServer())
  endpoint = await startEndpoint()
  await allowLocalHooks(client)
})

const PUBLIC = 'https://hooks.example.test/in'
const create = async (over: object = {}, uri = PUBLIC): Promise<EventHook> =>
  (await client.call('createEventHook', { body: hookBody(uri, undefined, over) })).body
const get = async (eventHookId: string) => (await client.call('getEventHook', { params: { eventHookId } })).body
const act = async (verb: 'activate' | 'deactivate' | 'verify', eventHookId: string) =>
  (await client.call(`${verb}EventHook`, { params: { eventHookId } })).body
const configOf = (config: object) => ({ channel: { config: { uri: PUBLIC, ...config } } })
const refusalOfCreate = (over: object) => client.refused('createEventHook', { body: hookBody(PUBLIC, undefined, over) })
const logOf = async (hookId: string) =>
  (await client.call('listLogEvents', { query: { limit: 1_000 } })).body.filter(
    ({ target }) => target?.[0]?.id === hookId,
  )

describe('a new event hook', () => {
  it('is active, unverified, and shows all but its secret [spec/3 hooks/id] [spec/3 hooks/channel] [spec/3 hooks/created] [spec/3 hook-states/create] [spec/3 hook-operations/create] [spec/3 hook-operations/get] [spec/4 hooks/create reply]', async () => {
    const authScheme = { type: 'HEADER', key: 'Authorization', value: 'Basic c2VjcmV0' }
    const headers = [{ key: 'X-Team', value: 'blue' }]
    const hook = await create({ name: 'Whole', ...configOf({ headers, authScheme }) })
    expect(hook.id).toMatch(/^who\w{17}$/)
    expect(hook).toMatchObject({
      name: 'Whole',
      description: null,
      status: 'ACTIVE',
      verificationStatus: 'UNVERIFIED',
      events: { type: 'EVENT_TYPE', items: ['group.lifecycle.create'], filter: null },
    })
    expect(hook.channel).toEqual({
      type: 'HTTP',
      version: '1.0.0',
      config: { uri: PUBLIC, headers, authScheme: { type: 'HEADER', key: 'Authorization' }, method: 'POST' },
    })
    expect(hook.createdBy).toMatch(/^00u/)
    expect(Object.keys(hook._links)).toEqual(['self', 'verify', 'deactivate'])
    expect(await get(hook.id)).toEqual(hook)
    expect((await client.call('listEventHooks')).body).toContainEqual(hook)
  })

  it('has no headers and no authentication where none are given [spec/4 hooks/create reply]', async () => {
    expect((await create()).channel.config).toEqual({ uri: PUBLIC, headers: [], authScheme: null, method: 'POST' })
  })

  it('cannot be made active, inactive or verified by its body', async () => {
    const hook = await create({ status: 'INACTIVE', verificationStatus: 'VERIFIED' })
    expect([hook.status, hook.verificationStatus]).toEqual(['ACTIVE', 'UNVERIFIED'])
  })

  it('has a name that no other has, whatever its case [spec/3 hooks/name]', async () => {
    await create({ name: 'Taken' })
    expect((await refusalOfCreate({ name: 'TAKEN' })).locations).toEqual(['name'])
  })

  it('has a name of 1 to 255 characters [spec/3 hooks/name] [spec/3 limits/hook-name]', async () => {
    expect((await create({ name: 'n'.repeat(255) })).name).toHaveLength(255)
    for (const name of ['', 'n'.repeat(256)]) expect((await refusalOfCreate({ name })).locations).toEqual(['name'])
  })
})

it('the list comes in pages, each hook once [spec/3 hook-operations/list]', async () => {
  for (let count = 0; count < 3; count += 1) await create()
  const all = (await client.call('listEventHooks')).body
  let reply = await client.call('listEventHooks', { query: { limit: '2' } })
  const listed = [...reply.body]
  for (let { next } = linksOf(reply.headers); next; { next } = linksOf(reply.headers)) {
    reply = await client.follow<EventHook[]>(next)
    listed.push(...reply.body)
  }
  expect(listed).toEqual(all)
})

describe('the address', () => {
  it('has up to 1,024 characters [spec/3 limits/hook-uri]', async () => {
    const uri = `${PUBLIC}/`.padEnd(1_024, 'x')
    expect((await create({}, uri)).channel.config.uri).toBe(uri)
    const refusal = await refusalOfCreate(configOf({ uri: `${uri}x` }))
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['channel.config.uri']])
  })

  it.each([
    ['http://hooks.example.test/', 'must begin with https://'],
    ['ftp://hooks.example.test/', 'must begin with https://'],
    ['hooks.example.test', 'is not an address'],
    ['https://', 'is not an address'],
    ['https://hooks.example.test/a b', 'must not contain whitespace'],
    ['https://hooks.example.test/\n', 'must not contain whitespace'],
    ['https://hooks.example.test/\u0000', 'must not contain whitespace'],
    ['https://me:secret@hooks.example.test/', 'must not hold a user name'],
    ['https://me@hooks.example.test/', 'must not hold a user name'],
    ['https://169.254.169.254/latest', 'link-local'],
    ['https://0.0.0.0/', 'unspecified'],
    ['https://[ff02::1]/', 'multicast'],
  ])('%j is refused, and the cause says why', async (uri, why) => {
    const refusal = await refusalOfCreate(configOf({ uri }))
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', ['channel.config.uri']])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain(why)
  })

  it('is on this machine or its network only behind the developer switch [spec/4 hooks/loopback]', async () => {
    const local = ['http://127.0.0.1:9/', 'http://localhost:9/', 'http://[::1]:9/', 'https://127.0.0.1/']
    const all = [...local, 'https://10.1.2.3/', 'https://192.168.0.1/', 'https://[fd00::1]/', 'https://2130706433/']
    for (const uri of all) expect((await create({}, uri)).channel.config.uri).toBe(uri)
    await allowLocalHooks(client, false)
    for (const uri of all)
      expect((await refusalOfCreate(configOf({ uri }))).body.errorCauses[0]?.errorSummary, uri).toContain(
        'the developer switch',
      )
    await allowLocalHooks(client)
    const plain = await refusalOfCreate(configOf({ uri: 'http://10.1.2.3/' }))
    expect(plain.body.errorCauses[0]?.errorSummary).toContain('must begin with https://')
  })
})

describe('headers', () => {
  const at = 'channel.config.headers[0]'
  it.each(['Accept', 'accept', 'HOST', 'Content-Length', 'content-type', 'Connection', 'Cookie', 'Transfer-Encoding'])(
    '%s is reserved',
    async (key) => {
      expect((await refusalOfCreate(configOf({ headers: [{ key, value: 'x' }] }))).locations).toEqual([`${at}.key`])
      const authScheme = { type: 'HEADER', key, value: 'x' }
      expect((await refusalOfCreate(configOf({ authScheme }))).locations).toEqual(['channel.config.authScheme.key'])
    },
  )

  it.each(['x-svc-verification-challenge', 'Sec-Fetch-Mode', 'Proxy-Authorization'])('%s is reserved', async (key) => {
    expect((await refusalOfCreate(configOf({ headers: [{ key, value: 'x' }] }))).locations).toEqual([`${at}.key`])
  })

  it.each(['', 'a b', 'a:b', 'a\r\nb', 'ä'])('%j is no name of a header', async (key) => {
    expect((await refusalOfCreate(configOf({ headers: [{ key, value: 'x' }] }))).locations).toContain(`${at}.key`)
  })

  it.each(['', 'a\r\nX-Evil: 1', 'a\nb', 'a\u0000', 'ü'])('%j is no value', async (value) => {
    expect((await refusalOfCreate(configOf({ headers: [{ key: 'X-A', value }] }))).locations).toEqual([`${at}.value`])
  })

  it('is named once, the authenticating one included', async () => {
    const headers = [
      { key: 'X-A', value: '1' },
      { key: 'x-a', value: '2' },
    ]
    expect((await refusalOfCreate(configOf({ headers }))).locations).toEqual(['channel.config.headers[1].key'])
    const authScheme = { type: 'HEADER', key: 'x-A', value: 'x' }
    const both = await refusalOfCreate(configOf({ headers: headers.slice(0, 1), authScheme }))
    expect(both.locations).toEqual(['channel.config.authScheme.key'])
  })

  it('authentication is by header alone and needs its value', async () => {
    const key = 'X-Auth'
    const basic = await refusalOfCreate(configOf({ authScheme: { type: 'BASIC', key, value: 'x' } }))
    expect(basic.locations).toEqual(['channel.config.authScheme.type'])
    const bare = await refusalOfCreate(configOf({ authScheme: { type: 'HEADER', key } }))
    expect(bare.locations).toEqual(['channel.config.authScheme.value'])
  })
})

describe('events', () => {
  const eventsOf = (items: string[], filter?: object) => ({ events: { type: 'EVENT_TYPE', items, filter } })
  const filterOf = (...entries: [event: string, expression: string][]) => ({
    type: 'EXPRESSION_LANGUAGE',
    eventFilterMap: entries.map(([event, expression]) => ({ event, condition: { expression } })),
  })
  const at = 'events.filter.eventFilterMap[0]'

  it('of every eligible type can be heard of, all at once [spec/3 hooks/events] [spec/4 event-types/eligible count]', async () => {
    const items = [...EVENT_TYPES.keys()].filter(isHookEligible)
    expect((await create(eventsOf(items))).events.items).toEqual(items)
  })

  it.each(['policy.lifecycle.create', 'zone.create', 'event_hook.delivery', 'event_hook.created', 'no.such.type'])(
    'of the type %s cannot [spec/4 hooks/eligible]',
    async (type) => {
      const refusal = await refusalOfCreate(eventsOf(['user.session.start', type]))
      expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['events.items']])
      expect(refusal.body.errorCauses[0]?.errorSummary).toContain(type)
    },
  )

  it('are named once, and there is at least one [spec/3 hooks/events]', async () => {
    for (const items of [[], ['user.session.start', 'user.session.start']])
      expect((await refusalOfCreate(eventsOf(items))).locations).toEqual(['events.items'])
    expect((await refusalOfCreate({ events: { type: 'FLOW', items: ['user.session.start'] } })).locations).toEqual([
      'events.type',
    ])
  })

  it('can be filtered by expressions', async () => {
    const filter = filterOf(['user.session.start', "event.outcome.result == 'FAILURE'"])
    expect((await create(eventsOf(['user.session.start'], filter))).events.filter).toEqual({
      type: 'EXPRESSION_LANGUAGE',
      eventFilterMap: [
        {
          event: 'user.session.start',
          condition: { version: null, expression: "event.outcome.result == 'FAILURE'" },
        },
      ],
    })
  })

  it.each([
    ["event.outcome.result = 'x'", 'line 1, column'],
    ["user.profile.city == 'Bern'", 'belongs to'],
    ['String.toUpperCase(event.eventType)', 'must be'],
    ["event.a == 'x' &&\n  (", 'line 2, column'],
  ])('a filter of %j is refused with its place', async (expression, says) => {
    const refusal = await refusalOfCreate(
      eventsOf(['user.session.start'], filterOf(['user.session.start', expression])),
    )
    expect(refusal.locations).toEqual([`${at}.condition.expression`])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain(says)
  })

  it('a filter names events of the hook, each once', async () => {
    const fine = "event.outcome.result == 'SUCCESS'"
    const foreign = filterOf(['group.lifecycle.create', fine])
    expect((await refusalOfCreate(eventsOf(['user.session.start'], foreign))).locations).toEqual([`${at}.event`])
    const twice = filterOf(['user.session.start', fine], ['user.session.start', fine])
    const refusal = await refusalOfCreate(eventsOf(['user.session.start'], twice))
    expect(refusal.locations).toEqual(['events.filter.eventFilterMap[1].event'])
  })
})

describe('the lifecycle', () => {
  it('goes inactive and back while unverified, and asking twice is fine [spec/3 hook-states/activate] [spec/3 hook-states/deactivate] [spec/3 hook-operations/activate] [spec/3 hook-operations/deactivate] [spec/4 hooks/activate]', async () => {
    const { id } = await create()
    for (const verb of ['deactivate', 'deactivate', 'activate', 'activate'] as const) {
      const hook = await act(verb, id)
      expect([hook.status, hook.verificationStatus]).toEqual([
        verb === 'activate' ? 'ACTIVE' : 'INACTIVE',
        'UNVERIFIED',
      ])
      const links = verb === 'activate' ? ['self', 'verify', 'deactivate'] : ['activate', 'self', 'delete']
      expect(Object.keys(hook._links)).toEqual(links)
    }
    expect((await logOf(id)).map(({ eventType }) => eventType)).toEqual([
      'event_hook.created',
      'event_hook.deactivated',
      'event_hook.activated',
    ])
  })

  it('ends only from inactive [spec/3 hook-states/delete] [spec/3 hook-operations/delete] [spec/4 hooks/delete]', async () => {
    const { id } = await create()
    const params = { eventHookId: id }
    const refusal = await client.refused('deleteEventHook', { params })
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
    const inactive = await act('deactivate', id)
    expect(inactive._links['delete']).toMatchObject({ hints: { allow: ['DELETE'] } })
    expect((await client.call('deleteEventHook', { params })).status).toBe(204)
    expect((await client.refused('getEventHook', { params })).body.errorSummary).toContain(`${id} (Webhook)`)
    expect((await logOf(id)).at(-1)?.eventType).toBe('event_hook.deleted')
  })

  it('holds ten that are active and verified, and the eleventh waits [spec/4 hooks/listening]', async () => {
    const { client } = await startServer()
    await allowLocalHooks(client)
    const hooks = []
    for (let count = 0; count < 10; count += 1) hooks.push(await aVerifiedHook(client, endpoint))
    const { id } = (await client.call('createEventHook', { body: hookBody(endpoint.url) })).body
    const params = { eventHookId: id }
    const refusal = await client.refused('verifyEventHook', { params })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['status']])
    await client.call('deactivateEventHook', { params })
    expect((await client.call('verifyEventHook', { params })).body.verificationStatus).toBe('VERIFIED')
    expect((await client.refused('activateEventHook', { params })).locations).toEqual(['status'])
    await client.call('deactivateEventHook', { params: { eventHookId: hooks[0]?.id ?? '' } })
    expect((await client.call('activateEventHook', { params })).body.status).toBe('ACTIVE')
  })
})

describe('replacing', () => {
  const authScheme = { type: 'HEADER', key: 'X-Auth', value: 'first secret' }
  const verified = () =>
    aVerifiedHook(client, endpoint, undefined, {
      channel: { config: { uri: endpoint.url, headers: [{ key: 'X-Team', value: 'blue' }], authScheme } },
    })
  const replace = async (hook: EventHook, body: object): Promise<EventHook> =>
    (await client.call('replaceEventHook', { params: { eventHookId: hook.id }, body: body as never })).body

  it('with what was read changes nothing, and the secret is kept [spec/3 hook-operations/replace]', async () => {
    const hook = await verified()
    expect(await replace(hook, hook)).toEqual(hook)
    endpoint.received.length = 0
    await act('verify', hook.id)
    expect(endpoint.received[0]?.headers['x-auth']).toBe('first secret')
  })

  it('name, description and events leaves it verified', async () => {
    const hook = await verified()
    const events = { type: 'EVENT_TYPE' as const, items: ['user.session.end'], filter: null }
    const after = await replace(hook, { ...hook, name: 'Renamed', description: 'What for', events })
    expect(after).toMatchObject({ name: 'Renamed', description: 'What for', verificationStatus: 'VERIFIED', events })
    const change = (await logOf(hook.id)).at(-1)
    expect([change?.eventType, change?.target?.[0]?.changeDetails?.to['name']]).toEqual([
      'event_hook.updated',
      'Renamed',
    ])
  })

  it.each([
    ['address', (url: string) => ({ uri: `${url}/other` })],
    ['value of a header', () => ({ headers: [{ key: 'X-Team', value: 'red' }] })],
    ['set of headers', () => ({ headers: [] })],
    ['secret', () => ({ authScheme: { ...authScheme, value: 'second secret' } })],
    ['authentication', () => ({ authScheme: null })],
  ])('the %s asks for verification again [spec/3 hook-states/replace]', async (_, change) => {
    const hook = await verified()
    const config = { ...hook.channel.config, ...change(endpoint.url) }
    const after = await replace(hook, { ...hook, channel: { ...hook.channel, config } })
    expect([after.status, after.verificationStatus]).toEqual(['ACTIVE', 'UNVERIFIED'])
    const event = (await logOf(hook.id)).at(-1)
    expect(event?.target?.[0]?.changeDetails).toMatchObject({
      from: { verificationStatus: 'VERIFIED' },
      to: { verificationStatus: 'UNVERIFIED' },
    })
    expect(JSON.stringify(event)).not.toMatch(/(first|second) secret|\bblue\b|\bred\b/)
  })

  it('checks everything that creating checks', async () => {
    const hook = await verified()
    const params = { eventHookId: hook.id }
    const other = await create({ name: 'Has this name' })
    const refusals: [object, string][] = [
      [{ name: other.name }, 'name'],
      [configOf({ uri: 'http://hooks.example.test' }), 'channel.config.uri'],
      [{ events: { type: 'EVENT_TYPE', items: ['zone.create'] } }, 'events.items'],
    ]
    for (const [change, location] of refusals) {
      const refusal = await client.refused('replaceEventHook', { params, body: { ...hook, ...change } })
      expect([refusal.code, refusal.locations]).toEqual(['E0000001', [location]])
    }
    expect(await get(hook.id)).toEqual(hook)
  })
})
