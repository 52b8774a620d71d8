import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logEventSchema } from '#contract/log/log-event.ts'
import type { Client } from '../../helpers/client.ts'
import {
  allowLocalHooks,
  aVerifiedHook,
  eventually,
  settledDeliveries,
  startEndpoint,
  type Answer,
  type Endpoint,
} from '../../helpers/endpoint.ts'
import type { Factories } from '../../helpers/factories.ts'
import { withDatabase } from '../../helpers/files.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
let client: Client
let make: Factories
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
  await allowLocalHooks(client)
})

let endpoint: Endpoint
beforeEach(async () => {
  // Ten hooks listen at the most: those of earlier tests are over.
  for (const { id, status } of (await client.call('listEventHooks')).body)
    if (status === 'ACTIVE') await client.call('deactivateEventHook', { params: { eventHookId: id } })
  endpoint = await startEndpoint()
})

const status =
  (code: number, text = ''): Answer =>
  (_, response) =>
    response.writeHead(code).end(text)
const names = ({ events }: Endpoint) => events().map(({ target }) => target?.[0]?.displayName)
const deliveryEvents = async (hookId: string) =>
  (await client.call('listLogEvents', { query: { limit: 1_000 } })).body.filter(
    ({ eventType, target }) => eventType === 'event_hook.delivery' && target?.[0]?.id === hookId,
  )

describe('a change that a hook hears of', () => {
  it('arrives as the event that the log holds, in the envelope of the interface [spec/4 hooks/delivery]', async () => {
    const hook = await aVerifiedHook(client, endpoint, ['group.lifecycle.create'], {
      channel: {
        config: {
          uri: `${endpoint.url}?k=v`,
          headers: [{ key: 'X-Team', value: 'blue' }],
          authScheme: { type: 'HEADER', key: 'Authorization', value: 'Bearer abc' },
        },
      },
    })
    const group = await make.aGroup()
    const [delivery] = await settledDeliveries(client, hook.id, 1)
    const logged = (await client.call('listLogEvents', { query: { limit: 1_000 } })).body.filter(
      ({ target }) => target?.[0]?.id === group.id,
    )
    expect(endpoint.bodies()).toEqual([
      {
        eventType: 'com.svc.event_hook',
        eventTypeVersion: '1.0',
        cloudEventsVersion: '0.1',
        contentType: 'application/json',
        eventId: delivery?.id,
        eventTime: delivery?.created,
        source: `${server.url}/api/v1/eventHooks/${hook.id}`,
        data: { events: logged },
      },
    ])
    expect(logEventSchema.safeParse(endpoint.events()[0]).success).toBe(true)
    const sent = endpoint.received.at(-1)
    expect([sent?.method, sent?.url]).toEqual(['POST', '/hook?k=v'])
    expect(sent?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(sent?.text ?? '')),
      accept: 'application/json',
      authorization: 'Bearer abc',
      'x-team': 'blue',
    })
    const params = { eventHookId: hook.id, deliveryId: delivery?.id ?? '' }
    expect((await client.call('getHookDelivery', { params })).body.body).toEqual(endpoint.bodies()[0])
  })

  it('leaves a delivery and an event of it [spec/4 hooks/answer]', async () => {
    endpoint.answer(status(200, 'thanks'))
    const hook = await aVerifiedHook(client, endpoint)
    await make.aGroup()
    const [delivery] = await settledDeliveries(client, hook.id, 1)
    expect(delivery).toMatchObject({
      status: 'DELIVERED',
      eventCount: 1,
      eventTypes: ['group.lifecycle.create'],
      reason: null,
      attempts: [{ status: 200, problem: null, response: 'thanks' }],
    })
    const [event] = await deliveryEvents(hook.id)
    expect(event).toMatchObject({
      severity: 'DEBUG',
      outcome: { result: 'SUCCESS', reason: null },
      transaction: { type: 'JOB', id: delivery?.id },
      client: null,
      actor: { type: 'SystemPrincipal' },
      debugContext: { debugData: { url: endpoint.url, eventCount: 1, attempts: 1, responseStatus: 200 } },
    })
  })

  it('204 will do as well [spec/4 hooks/answer]', async () => {
    endpoint.answer(status(204))
    const hook = await aVerifiedHook(client, endpoint)
    await make.aGroup()
    expect((await settledDeliveries(client, hook.id, 1))[0]?.status).toBe('DELIVERED')
  })

  it('shares a request with those that follow at once, all in their order [spec/4 hooks/batch]', async () => {
    const hook = await aVerifiedHook(client, endpoint)
    const made: string[] = []
    for (let count = 0; count < 120; count += 1) made.push((await make.aGroup()).profile.name)
    await eventually(() => expect(names(endpoint)).toEqual(made))
    const sizes = endpoint.bodies().map(({ data }) => data.events.length)
    expect(sizes.length).toBeLessThan(30)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(50)
    expect(new Set(endpoint.events().map(({ uuid }) => uuid)).size).toBe(120)
    await settledDeliveries(client, hook.id, sizes.length)
  })

  it('reaches every hook that hears of it, and none that does not', async () => {
    const [other, deaf] = [await startEndpoint(), await startEndpoint()]
    await aVerifiedHook(client, endpoint)
    await aVerifiedHook(client, other, ['group.lifecycle.delete', 'group.lifecycle.create'])
    const silent = await aVerifiedHook(client, deaf, ['group.lifecycle.delete'])
    const group = await make.aGroup()
    await eventually(() =>
      expect([names(endpoint), names(other)]).toEqual([[group.profile.name], [group.profile.name]]),
    )
    expect((await client.call('listHookDeliveries', { params: { eventHookId: silent.id } })).body).toEqual([])
    expect(deaf.events()).toEqual([])
  })

  it('does not reach a hook that is inactive or unverified [spec/3 hooks/status] [spec/3 hooks/verificationStatus]', async () => {
    const hook = await aVerifiedHook(client, endpoint)
    const params = { eventHookId: hook.id }
    await client.call('deactivateEventHook', { params })
    await make.aGroup('While inactive')
    await client.call('activateEventHook', { params })
    const config = { ...hook.channel.config, uri: `${endpoint.url}/moved` }
    await client.call('replaceEventHook', { params, body: { ...hook, channel: { ...hook.channel, config } } })
    await make.aGroup('While unverified')
    await client.call('verifyEventHook', { params })
    await make.aGroup('Heard of')
    await settledDeliveries(client, hook.id, 1)
    expect(names(endpoint)).toEqual(['Heard of'])
  })

  it('is not heard of when the change fails', async () => {
    const hook = await aVerifiedHook(client, endpoint)
    await make.aGroup('Only once')
    await client.refused('createGroup', { body: { profile: { name: 'Only once' } } })
    await settledDeliveries(client, hook.id, 1)
    expect(names(endpoint)).toEqual(['Only once'])
  })

  it('is heard of when the filter matches it, not when that cannot be decided', async () => {
    const items = ['group.lifecycle.create', 'user.lifecycle.create', 'group.lifecycle.delete']
    const eventFilterMap = [
      { event: 'group.lifecycle.create', condition: { expression: "event.actor.type == 'User'" } },
      { event: 'user.lifecycle.create', condition: { expression: "event.securityContext.isp == 'x'" } },
    ]
    const events = { type: 'EVENT_TYPE', items, filter: { type: 'EXPRESSION_LANGUAGE', eventFilterMap } }
    const hook = await aVerifiedHook(client, endpoint, items, { events })
    await make.aUser()
    const group = await make.aGroup()
    await client.call('deleteGroup', { params: { groupId: group.id } })
    await eventually(() =>
      expect(endpoint.events().map(({ eventType }) => eventType)).toEqual([
        'group.lifecycle.create',
        'group.lifecycle.delete',
      ]),
    )
    await settledDeliveries(client, hook.id, endpoint.bodies().length)
  })
})

describe('an endpoint that fails', () => {
  it('once with 500 gets it again, and it counts as delivered [spec/4 hooks/retry]', async () => {
    endpoint.answer((_, response, nth) => response.writeHead(nth === 1 ? 500 : 200).end('busy'))
    const hook = await aVerifiedHook(client, endpoint)
    await make.aGroup()
    const [delivery] = await settledDeliveries(client, hook.id, 1)
    expect(delivery?.status).toBe('DELIVERED')
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 200])
    const [first, second] = endpoint.bodies()
    expect(second).toEqual(first)
  })

  it.each<[string, Answer, number, string]>([
    ['404', status(404), 1, 'the endpoint answered 404'],
    ['429', status(429), 1, 'the endpoint answered 429'],
    ['201', status(201), 1, 'the endpoint answered 201'],
    ['a redirect', (_, r) => r.writeHead(307, { Location: '/elsewhere' }).end(), 1, 'redirects are not followed'],
    ['503, twice', status(503), 2, 'the endpoint answered 503'],
    ['a reset, twice', (_, response) => response.destroy(), 2, 'could not be reached (ECONNRESET)'],
  ])(
    'with %s has failed after the tries that it gets [spec/4 hooks/retry] [spec/4 hooks/failure]',
    async (_, how, tries, reason) => {
      endpoint.answer(how)
      const hook = await aVerifiedHook(client, endpoint)
      await make.aGroup()
      const [delivery] = await settledDeliveries(client, hook.id, 1)
      expect(delivery?.status).toBe('FAILED')
      expect(delivery?.attempts).toHaveLength(tries)
      expect(delivery?.reason).toContain(reason)
      expect(endpoint.bodies()).toHaveLength(tries)
      const [event] = await deliveryEvents(hook.id)
      expect(event?.outcome).toEqual({ result: 'FAILURE', reason: delivery?.reason })
    },
  )

  it('keeps what comes after: each in its turn', async () => {
    endpoint.answer((_, response, nth) => response.writeHead(nth === 1 ? 400 : 200).end())
    const hook = await aVerifiedHook(client, endpoint)
    const first = (await make.aGroup()).profile.name
    await settledDeliveries(client, hook.id, 1)
    const second = (await make.aGroup()).profile.name
    const deliveries = await settledDeliveries(client, hook.id, 2)
    expect(deliveries.map(({ status }) => status)).toEqual(['DELIVERED', 'FAILED'])
    expect(names(endpoint)).toEqual([first, second])
  })

  it('gets it again by hand, under the same eventId', async () => {
    endpoint.answer((_, response, nth) => response.writeHead(nth === 1 ? 400 : 200).end())
    const hook = await aVerifiedHook(client, endpoint)
    await make.aGroup()
    const [failed] = await settledDeliveries(client, hook.id, 1)
    const params = { eventHookId: hook.id, deliveryId: failed?.id ?? '' }
    const again = (await client.call('redeliverHookEvents', { params })).body
    expect([again.id, again.status, again.reason]).toEqual([failed?.id, 'PENDING', null])
    const [delivery] = await settledDeliveries(client, hook.id, 1)
    expect(delivery?.status).toBe('DELIVERED')
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([400, 200])
    expect(endpoint.bodies().map(({ eventId }) => eventId)).toEqual([failed?.id, failed?.id])
    await client.call('deactivateEventHook', { params })
    expect((await client.refused('redeliverHookEvents', { params })).code).toBe('E0000001')
  })

  it('has its answer kept up to 2,000 characters', async () => {
    endpoint.answer(status(200, 'x'.repeat(5_000)))
    const hook = await aVerifiedHook(client, endpoint)
    await make.aGroup()
    expect((await settledDeliveries(client, hook.id, 1))[0]?.attempts[0]?.response).toHaveLength(2_000)
  })

  it('that hangs is given three seconds, twice', async () => {
    endpoint.answer(() => {})
    const hook = await aVerifiedHook(client, endpoint)
    await make.aGroup()
    const [first] = await settledDeliveries(client, hook.id, 1)
    expect(first?.reason).toContain('within 3 seconds')
    expect(first?.attempts).toHaveLength(2)
  })

  it('that hangs holds up no one else, neither changes nor other hooks', async () => {
    // Far longer than the test may take: whoever waits for one that hangs is not done when it ends.
    const own = await startServer({ hookBounds: { exchangeMs: 3_600_000 } })
    await allowLocalHooks(own.client)
    const healthy = await startEndpoint()
    endpoint.answer(() => {})
    const hanging = []
    for (let count = 0; count < 9; count += 1) hanging.push(await aVerifiedHook(own.client, endpoint))
    const hook = await aVerifiedHook(own.client, healthy)
    await own.make.aGroup()
    await eventually(() => expect(endpoint.bodies()).toHaveLength(9))
    // On its way before the next, so that the two do not share a request.
    await eventually(() => expect(healthy.bodies()).toHaveLength(1))
    const group = await own.make.aGroup()
    await eventually(() => expect(names(healthy)).toContain(group.profile.name))
    await settledDeliveries(own.client, hook.id, 2)
    for (const { id } of hanging) await settledDeliveries(own.client, id, 0)
  })
})

describe('a test event', () => {
  it('goes to its hook alone, whatever that hears of', async () => {
    const hook = await aVerifiedHook(client, endpoint, ['policy.lifecycle.update'])
    const other = await startEndpoint()
    await aVerifiedHook(client, other)
    const params = { eventHookId: hook.id }
    await client.call('testEventHook', { params })
    const [delivery] = await settledDeliveries(client, hook.id, 1)
    expect(delivery).toMatchObject({ status: 'DELIVERED', eventTypes: ['gatehouse.event_hook.test'] })
    expect(endpoint.events()).toMatchObject([
      { eventType: 'gatehouse.event_hook.test', displayMessage: 'Send test event', target: [{ id: hook.id }] },
    ])
    expect(other.events()).toEqual([])
    await client.call('deactivateEventHook', { params })
    const refusal = await client.refused('testEventHook', { params })
    expect([refusal.code, JSON.stringify(refusal)]).toEqual([
      'E0000001',
      expect.stringContaining('must be active and verified'),
    ])
    expect(endpoint.events()).toHaveLength(1)
  })
})

describe('the list of deliveries', () => {
  it('begins with the newest, comes in pages, and can be narrowed to an outcome', async () => {
    endpoint.answer((_, response, nth) => response.writeHead(nth === 2 ? 400 : 200).end())
    const hook = await aVerifiedHook(client, endpoint)
    const params = { eventHookId: hook.id }
    for (let count = 1; count <= 3; count += 1) {
      await make.aGroup()
      await settledDeliveries(client, hook.id, count)
    }
    const list = async (query: object) => client.call('listHookDeliveries', { params, query })
    const all = (await list({})).body
    expect(all.map(({ status }) => status)).toEqual(['DELIVERED', 'FAILED', 'DELIVERED'])
    const page = await list({ limit: '2' })
    expect(page.body).toEqual(all.slice(0, 2))
    const next = /<([^>]*)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1] ?? ''
    expect((await client.follow(next)).body).toEqual(all.slice(2))
    expect((await list({ status: 'FAILED' })).body).toEqual([all[1]])
    expect((await client.refused('listHookDeliveries', { params, query: { after: 'x' } })).code).toBe('E0000029')
  })
})

describe('of each outcome', () => {
  it('the newest thousand are kept, with what they carry', async () => {
    const first = await startServer()
    await allowLocalHooks(first.client)
    const hook = await aVerifiedHook(first.client, endpoint)
    await first.stop()
    await withDatabase(first.dataFile, async (database) => {
      const rows = Array.from({ length: 1_002 }, (_, index) => [`old-${index}`, index === 1 ? 'FAILED' : 'DELIVERED'])
      const columns = 'hook_id, event_count, event_types, created'
      await database.run(
        `INSERT INTO hook_deliveries (id, status, ${columns})
         SELECT value ->> 0, value ->> 1, ?, 1, '[]', '2026-01-01T00:00:00.000Z' FROM json_each(?)`,
        [hook.id, JSON.stringify(rows)],
      )
      await database.run(
        `INSERT INTO hook_outbox (hook_id, event_uuid, delivery_id) SELECT hook_id, id, id FROM hook_deliveries`,
      )
    })
    const { client, make, dataFile, stop } = await startServer({ dataFile: first.dataFile })
    await make.aGroup()
    const params = { eventHookId: hook.id }
    await eventually(() => expect(endpoint.bodies()).toHaveLength(1))
    await eventually(async () => {
      const query = { status: 'PENDING' } as const
      expect((await client.call('listHookDeliveries', { params, query })).body).toEqual([])
    })
    const counts = () =>
      withDatabase(dataFile, async (database) => ({
        deliveries: await database.all(
          'SELECT status, count(*) AS n, min(id) AS first FROM hook_deliveries GROUP BY status ORDER BY status',
        ),
        queue: await database.first('SELECT count(*) AS n FROM hook_outbox'),
      }))
    expect((await counts()).queue).toEqual({ n: 1_001 })
    expect((await counts()).deliveries).toMatchObject([
      { status: 'DELIVERED', n: 1_000 },
      { status: 'FAILED', n: 1, first: 'old-1' },
    ])
    await client.call('deactivateEventHook', { params })
    await client.call('deleteEventHook', { params })
    await stop()
    expect(await counts()).toEqual({ deliveries: [], queue: { n: 0 } })
  })
})

describe('a restart', () => {
  it('sends what was queued before, and what was under way [spec/4 hooks/at least once]', async () => {
    // An end that waited for the answer would wait for an hour.
    const first = await startServer({ hookBounds: { exchangeMs: 3_600_000 } })
    await allowLocalHooks(first.client)
    const hook = await aVerifiedHook(first.client, endpoint)
    endpoint.answer(() => {})
    const one = (await first.make.aGroup('Under way')).profile.name
    await eventually(() => expect(endpoint.bodies()).toHaveLength(1))
    const two = (await first.make.aGroup('Queued')).profile.name
    await first.stop()

    endpoint.answer((_, response) => response.end())
    const { client } = await startServer({ dataFile: first.dataFile })
    const [second, resumed] = await settledDeliveries(client, hook.id, 2)
    expect([second?.status, resumed?.status]).toEqual(['DELIVERED', 'DELIVERED'])
    expect(names(endpoint)).toEqual([one, one, two])
    const [before, after] = endpoint.bodies()
    expect(after?.eventId).toBe(before?.eventId)
  })
})
