import { beforeAll, describe, expect, it } from 'vitest'
import type { EventHook } from '#contract/hooks/event-hook.ts'
import type { Client } from '../../helpers/client.ts'
import { allowLocalHooks, aVerifiedHook, eventually, hookBody, startEndpoint } from '../../helpers/endpoint.ts'
import { setIn, valuesAt } from '../../helpers/paths.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

const URI = 'https://hooks.example.test/in'
const TYPE = 'group.lifecycle.create'

/** A body with every field of spec/3 "Event Hook". */
const whole = () => ({
  ...hookBody(URI, [TYPE]),
  events: {
    type: 'EVENT_TYPE',
    items: [TYPE],
    filter: {
      type: 'EXPRESSION_LANGUAGE',
      eventFilterMap: [{ event: TYPE, condition: { version: null, expression: "event.severity == 'INFO'" } }],
    },
  },
  channel: {
    type: 'HTTP',
    version: '1.0.0',
    config: {
      uri: URI,
      headers: [{ key: 'X-Team', value: 'blue' }],
      authScheme: { type: 'HEADER', key: 'Authorization', value: 'Basic dXNlcjpwYXNz' },
      method: 'POST',
    },
  },
})

/** A field of a hook, written down a second time: what it may be, what it may not, and whether it must be there. */
interface Field {
  row: string
  path: string
  good: unknown[]
  bad: unknown[]
  isRequired?: boolean
  /** What is read where the body says nothing; absent: not asked. */
  unsaid?: unknown
  /** Where a refusal points to; absent: the path itself. */
  at?: RegExp
}

const FIELDS: Field[] = [
  { row: 'channel/type', path: 'channel.type', good: ['HTTP'], bad: ['SMTP', 1], unsaid: 'HTTP' },
  { row: 'channel/version', path: 'channel.version', good: ['1.0.0'], bad: ['1.0.1', '2.0.0', ''], unsaid: '1.0.0' },
  { row: 'channel/config', path: 'channel.config', good: [], bad: [null, 'x', []], isRequired: true },
  {
    row: 'config/uri',
    path: 'channel.config.uri',
    good: [URI, `${URI}/`.padEnd(1_024, 'x')],
    bad: [`${URI}/`.padEnd(1_025, 'x'), 'http://hooks.example.test/', 'https://hooks.example.test/a b', '', null],
    isRequired: true,
  },
  {
    row: 'config/headers',
    path: 'channel.config.headers',
    good: [[], [{ key: 'X-One', value: '1' }]],
    bad: [[{ key: 'Accept', value: '*/*' }], [{ key: 'host', value: 'x' }], [{ key: 'X-One' }], 'X-One: 1'],
    unsaid: [],
    at: /^channel\.config\.headers/,
  },
  { row: 'config/method', path: 'channel.config.method', good: ['POST'], bad: ['GET', 'PUT'], unsaid: 'POST' },
  {
    row: 'auth-scheme/type',
    path: 'channel.config.authScheme.type',
    good: ['HEADER'],
    bad: ['BASIC'],
    isRequired: true,
  },
  {
    row: 'auth-scheme/key',
    path: 'channel.config.authScheme.key',
    good: ['Authorization', 'X-Api-Key'],
    bad: ['', 'a b', 'Content-Type'],
    isRequired: true,
  },
  { row: 'hook-events/type', path: 'events.type', good: ['EVENT_TYPE'], bad: ['FLOW_EVENT'], isRequired: true },
  {
    row: 'hook-events/items',
    path: 'events.items',
    good: [[TYPE, 'group.lifecycle.delete']],
    bad: [[], TYPE, [TYPE, TYPE], ['no.such.type'], ['zone.create']],
    isRequired: true,
    at: /^events\.(items|filter)/,
  },
  {
    row: 'hook-events/filter',
    path: 'events.filter',
    good: [null],
    bad: [
      { type: 'GREP', eventFilterMap: [] },
      { type: 'EXPRESSION_LANGUAGE' },
      {
        type: 'EXPRESSION_LANGUAGE',
        eventFilterMap: [{ event: 'group.lifecycle.delete', condition: { expression: 'true' } }],
      },
      {
        type: 'EXPRESSION_LANGUAGE',
        eventFilterMap: [{ event: TYPE, condition: { expression: 'event.severity ==' } }],
      },
      { type: 'EXPRESSION_LANGUAGE', eventFilterMap: [{ event: TYPE }] },
    ],
    unsaid: null,
    at: /^events\.filter/,
  },
]

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  ;({ client } = server)
})

const create = async (body: unknown): Promise<EventHook> =>
  (await client.call('createEventHook', { body: body as never })).body

/** The body without the field. */
function without(body: object, path: string): object {
  const copy = structuredClone(body)
  const parent = path.split('.').slice(0, -1).join('.')
  const [holder] = parent ? valuesAt(copy, parent) : [copy]
  delete (holder as Record<string, unknown>)[path.split('.').at(-1) as string]
  return copy
}

describe.each(FIELDS)(
  '$path',
  ({ row, path, good, bad, isRequired, at = new RegExp(`^${path.replaceAll('.', '\\.')}`), ...rest }) => {
    it(`is read as it was written, by POST and by PUT [spec/3 ${row}]`, async () => {
      const hook = await create(whole())
      const params = { eventHookId: hook.id }
      for (const value of good) {
        const body = setIn(whole(), path, value)
        expect(valuesAt(await create(body), path)).toEqual([value])
        const again = { ...setIn(whole(), path, value), name: hook.name }
        const replaced = await client.call('replaceEventHook', { params, body: again as never })
        expect(replaced.status).toBe(200)
        expect(valuesAt((await client.call('getEventHook', { params })).body, path)).toEqual([value])
      }
      expect(valuesAt(hook, path)[0]).toBeDefined()
    })

    it(`is refused with its place when it will not do [spec/3 ${row}]`, async () => {
      const hook = await create(whole())
      const params = { eventHookId: hook.id }
      const bodies = bad.map((value): object => setIn(whole(), path, value))
      if (isRequired) bodies.push(without(whole(), path))
      for (const body of bodies)
        for (const refusal of [
          await client.refused('createEventHook', { body }),
          await client.refused('replaceEventHook', { params, body: { ...body, name: hook.name } }),
        ]) {
          const context = JSON.stringify(valuesAt(body, path))
          expect([refusal.status, refusal.code], context).toEqual([400, 'E0000001'])
          expect(refusal.locations[0], context).toMatch(at)
        }
      expect((await client.call('getEventHook', { params })).body).toEqual(hook)
    })

    if ('unsaid' in rest)
      it(`need not be said [spec/3 ${row}]`, async () => {
        expect(valuesAt(await create(without(whole(), path)), path)).toEqual([rest.unsaid])
      })
  },
)

describe('the value of authScheme', () => {
  it('is required, kept by a PUT that leaves it out, and stands in no response [spec/3 auth-scheme/value] [spec/3 config/authScheme]', async () => {
    const bare = without(whole(), 'channel.config.authScheme.value')
    const refusal = await client.refused('createEventHook', { body: bare })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['channel.config.authScheme.value']])
    const hook = await create(whole())
    const params = { eventHookId: hook.id }
    const replies = [
      hook,
      (await client.call('getEventHook', { params })).body,
      (await client.call('replaceEventHook', { params, body: { ...bare, name: hook.name } as never })).body,
      (await client.call('listEventHooks')).body,
      (await client.call('deactivateEventHook', { params })).body,
      (await client.call('activateEventHook', { params })).body,
      (await client.call('listLogEvents', { query: { limit: 1_000 } })).body,
    ]
    expect(hook.channel.config.authScheme).toEqual({ type: 'HEADER', key: 'Authorization' })
    expect(JSON.stringify(replies)).not.toContain('dXNlcjpwYXNz')
  })

  it('reaches the endpoint with the other headers, in verification and delivery; the header may be absent [spec/3 auth-scheme/value] [spec/3 config/headers] [spec/3 hook-calls/headers]', async () => {
    await allowLocalHooks(client)
    const endpoint = await startEndpoint()
    const { config } = whole().channel
    const sent = [{ ...config, uri: endpoint.url }, { uri: endpoint.url }]
    for (const own of sent) {
      const hook = await aVerifiedHook(client, endpoint, [TYPE], { channel: { config: own } })
      await server.make.aGroup()
      await eventually(() => expect(endpoint.bodies().at(-1)?.source).toContain(hook.id))
      const [verification, delivery] = endpoint.received.splice(0)
      const expected = own === sent[0] ? ['Basic dXNlcjpwYXNz', 'blue'] : [undefined, undefined]
      for (const request of [verification, delivery])
        expect([request?.headers.authorization, request?.headers['x-team']]).toEqual(expected)
      await client.call('deactivateEventHook', { params: { eventHookId: hook.id } })
    }
  })
})

describe('a hook', () => {
  it('that is replaced keeps what no one may write [spec/3 hooks/id] [spec/3 hooks/created] [spec/3 hook-operations/replace]', async () => {
    const hook = await create(whole())
    server.clock.advance(1_000)
    const params = { eventHookId: hook.id }
    const forged = { id: 'whoforged', created: '2020-01-01T00:00:00.000Z', lastUpdated: null, createdBy: 'me' }
    const body = { ...whole(), ...forged, verificationStatus: 'VERIFIED' }
    const after = (await client.call('replaceEventHook', { params, body: body as never })).body
    expect(after).toMatchObject({ id: hook.id, created: hook.created, createdBy: hook.createdBy, status: 'ACTIVE' })
    expect(after.verificationStatus).toBe('UNVERIFIED')
    expect(after.lastUpdated).toBe(new Date(server.clock.now).toISOString())
  })

  it('that is there no more is not found by any operation [spec/3 errors/E0000007] [spec/3 hook-operations/delete]', async () => {
    const { id } = await create(whole())
    const params = { eventHookId: id }
    const early = await client.refused('deleteEventHook', { params })
    expect([early.status, early.code]).toEqual([400, 'E0000001'])
    await client.call('deactivateEventHook', { params })
    expect((await client.call('deleteEventHook', { params })).status).toBe(204)
    for (const operation of [
      ...(['getEventHook', 'deleteEventHook', 'verifyEventHook'] as const),
      ...(['activateEventHook', 'deactivateEventHook'] as const),
    ]) {
      const refusal = await client.refused(operation, { params })
      expect([refusal.status, refusal.code]).toEqual([404, 'E0000007'])
      expect(refusal.body.errorSummary).toContain(`${id} (Webhook)`)
    }
  })
})

describe('as recorded, a hook', () => {
  const read = async ({ id }: EventHook) => (await client.call('getEventHook', { params: { eventHookId: id } })).body
  const replace = async (hook: EventHook, over: object) => {
    const body = { ...whole(), name: hook.name, ...over }
    return (await client.call('replaceEventHook', { params: { eventHookId: hook.id }, body: body as never })).body
  }

  it('is written in one order, its channel too [spec/5 12/key order]', async () => {
    const hook = await create(whole())
    const keys =
      'id status verificationStatus name description created createdBy lastUpdated events channel _links'.split(' ')
    for (const shown of [hook, await read(hook), (await client.call('listEventHooks')).body.at(-1)])
      expect(Object.keys(shown ?? {})).toEqual(keys)
    expect(Object.keys(hook.channel.config)).toEqual(['uri', 'headers', 'method', 'authScheme'])
  })

  it('links to itself by the address alone [spec/5 12/self]', async () => {
    const hook = await create(whole())
    expect(hook._links['self']).toEqual({ href: `${server.url}/api/v1/eventHooks/${hook.id}` })
  })

  it('links to what can be done with it by its status [spec/5 12/links]', async () => {
    const hook = await create(whole())
    const self = `${server.url}/api/v1/eventHooks/${hook.id}`
    const post = (verb: string) => ({ href: `${self}/lifecycle/${verb}`, hints: { allow: ['POST'] } })
    expect(Object.entries(hook._links)).toEqual([
      ['self', { href: self }],
      ['verify', post('verify')],
      ['deactivate', post('deactivate')],
    ])
    await client.call('deactivateEventHook', { params: { eventHookId: hook.id } })
    expect(Object.entries((await read(hook))._links)).toEqual([
      ['activate', post('activate')],
      ['self', { href: self }],
      ['delete', { href: self, hints: { allow: ['DELETE'] } }],
    ])
  })

  it('is switched by the status of a PUT, with an event, and stays as it is without one [spec/5 12/put status]', async () => {
    const hook = await create(whole())
    expect((await replace(hook, { status: 'INACTIVE' })).status).toBe('INACTIVE')
    expect((await replace(hook, {})).status).toBe('INACTIVE')
    expect((await replace(hook, { status: 'ACTIVE' })).status).toBe('ACTIVE')
    expect((await replace(hook, { status: 'ACTIVE' })).status).toBe('ACTIVE')
    const events = (await client.call('listLogEvents', { query: { limit: 1_000 } })).body
    const types = events.filter(({ target }) => target?.[0]?.id === hook.id).map(({ eventType }) => eventType)
    expect(types.filter((type) => type.endsWith('activated'))).toEqual([
      'event_hook.deactivated',
      'event_hook.activated',
    ])
    expect(types.filter((type) => type === 'event_hook.updated')).toHaveLength(4)
  })

  it('hears of events again once a PUT switches it on [spec/5 12/put status]', async () => {
    await allowLocalHooks(client)
    const endpoint = await startEndpoint()
    const { id, name } = await aVerifiedHook(client, endpoint, [TYPE])
    const put = (status: string) =>
      client.call('replaceEventHook', {
        params: { eventHookId: id },
        body: { ...hookBody(endpoint.url, [TYPE]), name, status } as never,
      })
    await put('INACTIVE')
    await put('ACTIVE')
    await server.make.aGroup()
    await eventually(() => expect(endpoint.events()).toHaveLength(1))
    await put('INACTIVE')
  })

  it('answers the names of headers in the case that they were sent in [spec/5 12/header keys]', async () => {
    const headers = [
      { key: 'x-lower', value: '1' },
      { key: 'X-Upper', value: '2' },
    ]
    const hook = await create(setIn(whole(), 'channel.config.headers', headers))
    expect((await read(hook)).channel.config.headers).toEqual(headers)
  })

  it('that is unknown is a Webhook that was not found [spec/5 12/unknown hook]', async () => {
    const refusal = await client.refused('getEventHook', { params: { eventHookId: 'whoNothing' } })
    expect([refusal.status, refusal.body.errorSummary.includes('(Webhook)')]).toEqual([404, true])
  })
})
