import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { backoffMs } from '#operations/event-hooks/bounds.ts'
import { nextDay } from '#operations/event-hooks/daily-allowance.ts'
import type { ServerOptions } from '#server/index.ts'
import type { Client } from '../../helpers/client.ts'
import { allowLocalHooks, aVerifiedHook, eventually, settledDeliveries, startEndpoint } from '../../helpers/endpoint.ts'
import { START, startServer } from '../../helpers/server.ts'

const HOUR = 3_600_000

async function arrange(hookBounds: ServerOptions['hookBounds'], more: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer({ hookBounds, ...more })
  await allowLocalHooks(server.client)
  const endpoint = await startEndpoint()
  const hook = await aVerifiedHook(server.client, endpoint)
  return { ...server, endpoint, hook, params: { eventHookId: hook.id } }
}

const healthOf = async ({ call }: Client, hookId: string) =>
  (await call('listHookHealth')).body.find(({ eventHookId }) => eventHookId === hookId)

const fails = (_: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(400).end()
const takes = (_: unknown, response: { end(): void }) => response.end()

/** Longer than any test may take. */
const aWhile = { pauseMs: { first: 3_600_000, longest: 3_600_000 } }

describe('the events of a day', () => {
  it('are no more than the limit; the rest goes out on the next day [spec/4 hooks/events per day]', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const { client, clock, endpoint, hook, make, dataFile, stop } = await arrange({ eventsPerDay: 3 }, { log })
    const made: string[] = []
    for (let count = 0; count < 5; count += 1) made.push((await make.aGroup()).profile.name)
    const names = () => endpoint.events().map(({ target }) => target?.[0]?.displayName)
    const until = '2026-03-03T00:00:00.000Z'
    await eventually(async () =>
      expect(await healthOf(client, hook.id)).toMatchObject({ waiting: 2, backoff: { reason: 'DAY_LIMIT', until } }),
    )
    expect(names()).toEqual(made.slice(0, 3))
    // What was sent is remembered, so that a restart gives no one a second allowance.
    await stop()
    const again = await startServer({ dataFile, hookBounds: { eventsPerDay: 3 }, log, clock })
    made.push((await again.make.aGroup('After the restart')).profile.name)
    await eventually(async () =>
      expect(await healthOf(again.client, hook.id)).toMatchObject({ waiting: 3, backoff: { reason: 'DAY_LIMIT' } }),
    )
    expect(names()).toEqual(made.slice(0, 3))
    clock.advance(15 * HOUR)
    await again.client.call('activateEventHook', { params: { eventHookId: hook.id } })
    await eventually(() => expect(names()).toEqual(made))
    await eventually(async () =>
      expect(await healthOf(again.client, hook.id)).toMatchObject({ waiting: 0, backoff: null }),
    )
    const told = lines.filter((line) => line.includes('in a day are sent'))
    expect(told).toHaveLength(2)
    expect(told[0]).toContain('"day":"2026-03-02"')
  })

  it('are told of once in the log, however often an event comes', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const { client, make, hook } = await arrange({ eventsPerDay: 1 }, { log })
    for (let count = 0; count < 3; count += 1) {
      await make.aGroup()
      await eventually(async () => expect((await healthOf(client, hook.id))?.waiting).toBe(count))
    }
    await eventually(async () => expect((await healthOf(client, hook.id))?.backoff?.reason).toBe('DAY_LIMIT'))
    expect(lines.filter((line) => line.includes('in a day are sent'))).toHaveLength(1)
  })

  it('are those of all hooks together, whichever sends first', async () => {
    const { client, make, endpoint, hook } = await arrange({ eventsPerDay: 5 })
    const other = await aVerifiedHook(client, endpoint)
    for (let count = 0; count < 6; count += 1) await make.aGroup()
    await eventually(async () => {
      const rests = await Promise.all([hook, other].map(({ id }) => healthOf(client, id)))
      expect(rests.map((health) => health?.backoff?.reason)).toEqual(['DAY_LIMIT', 'DAY_LIMIT'])
      expect(rests.reduce((sum, health) => sum + (health?.waiting ?? 0), 0)).toBe(7)
    })
    expect(endpoint.events()).toHaveLength(5)
  })

  it('begin at midnight of UTC', () => {
    expect(nextDay(START)).toBe(Date.parse('2026-03-03T00:00:00.000Z'))
    expect(nextDay(Date.parse('2026-12-31T23:59:59.999Z'))).toBe(Date.parse('2027-01-01T00:00:00.000Z'))
    expect(nextDay(Date.parse('2026-03-02T00:00:00.000Z'))).toBe(Date.parse('2026-03-03T00:00:00.000Z'))
  })
})

describe('an endpoint that goes on failing', () => {
  it('is given pauses that double, up to five minutes', () => {
    const pauseMs = { first: 1_000, longest: 300_000 }
    const pauses = [1, 2, 3, 9, 10, 11, 2_000].map((failures) => backoffMs(failures, pauseMs))
    expect(pauses).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000, 300_000])
  })

  it('is tried again once a pause is over', async () => {
    const { client, make, endpoint, hook } = await arrange({ pauseMs: { first: 1_000, longest: 1_000 } })
    const tried: number[] = []
    endpoint.answer((request, response) => {
      tried.push(performance.now())
      if (tried.length === 1) fails(request, response)
      else response.end()
    })
    await make.aGroup()
    await settledDeliveries(client, hook.id, 1)
    await make.aGroup()
    await eventually(() => expect(tried).toHaveLength(2))
    // A timer may end a millisecond early.
    expect((tried[1] ?? 0) - (tried[0] ?? 0)).toBeGreaterThan(990)
    await eventually(async () => expect((await healthOf(client, hook.id))?.backoff).toBeNull())
  })

  it('rests while events wait for it, in their order', async () => {
    const { client, make, endpoint, hook, params } = await arrange(aWhile)
    endpoint.answer(fails)
    const made = [(await make.aGroup()).profile.name]
    await settledDeliveries(client, hook.id, 1)
    endpoint.answer(takes)
    for (let count = 0; count < 60; count += 1) made.push((await make.aGroup()).profile.name)
    await eventually(async () =>
      expect(await healthOf(client, hook.id)).toMatchObject({
        failed: 1,
        waiting: 60,
        backoff: { reason: 'FAILURES' },
      }),
    )
    await client.call('verifyEventHook', { params })
    await eventually(() => expect(endpoint.events()).toHaveLength(61))
    expect(endpoint.events().map(({ target }) => target?.[0]?.displayName)).toEqual(made)
  })

  it.each(['verifyEventHook', 'redeliverHookEvents', 'activateEventHook'] as const)(
    'is tried at once after %s',
    async (operation) => {
      const { client, make, endpoint, hook, params } = await arrange(aWhile)
      endpoint.answer(fails)
      await make.aGroup('First')
      const [failed] = await settledDeliveries(client, hook.id, 1)
      await eventually(async () => expect((await healthOf(client, hook.id))?.backoff?.reason).toBe('FAILURES'))
      await make.aGroup('Second')
      endpoint.answer(takes)
      await client.call(operation, { params: { ...params, deliveryId: failed?.id ?? '' } })
      await eventually(() => expect(endpoint.events().at(-1)?.target?.[0]?.displayName).toBe('Second'))
      await eventually(async () => expect(await healthOf(client, hook.id)).toMatchObject({ waiting: 0, backoff: null }))
    },
  )

  it('ends its rest with the service, at once', async () => {
    const { client, make, endpoint, hook, stop } = await arrange(aWhile)
    endpoint.answer(fails)
    await make.aGroup()
    await eventually(async () => expect((await healthOf(client, hook.id))?.backoff?.reason).toBe('FAILURES'))
    await stop()
  })
})

describe('a queue that becomes too long', () => {
  it('keeps the oldest in order; one failed delivery and its event tell what was left out', async () => {
    const bounds = { eventsWaiting: 3, ...aWhile }
    const { client, make, endpoint, hook, params } = await arrange(bounds)
    endpoint.answer(fails)
    await make.aGroup('Fails')
    await settledDeliveries(client, hook.id, 1)
    endpoint.answer(takes)
    const made: string[] = []
    for (let count = 0; count < 8; count += 1) made.push((await make.aGroup()).profile.name)
    await client.call('verifyEventHook', { params })
    await eventually(() => expect(endpoint.events()).toHaveLength(4))
    expect(
      endpoint
        .events()
        .slice(1)
        .map(({ target }) => target?.[0]?.displayName),
    ).toEqual(made.slice(0, 3))
    const deliveries = await settledDeliveries(client, hook.id, 3)
    const left = deliveries.find(({ eventCount }) => eventCount === 5)
    const time = new Date(START).toISOString()
    const reason = `the queue was full: 5 events of ${time} left out; the log holds them`
    expect(left).toMatchObject({ status: 'FAILED', reason, attempts: [], eventTypes: ['group.lifecycle.create'] })
    const log = (await client.call('listLogEvents', { query: { limit: 1_000 } })).body
    expect(log.filter(({ eventType }) => eventType === 'group.lifecycle.create')).toHaveLength(9)
    const told = log.find(({ debugContext }) => debugContext?.debugData?.['deliveryId'] === left?.id)
    expect(told).toMatchObject({ eventType: 'event_hook.delivery', outcome: { result: 'FAILURE', reason } })
    const again = { params: { ...params, deliveryId: left?.id ?? '' } }
    expect((await client.refused('redeliverHookEvents', again)).code).toBe('E0000001')
  })
})

describe('endpoints that misbehave, each in its way', () => {
  const GIGABYTE = 2 ** 30
  it('slow no one else: neither changes nor a hook beside them', async () => {
    // Longer than the test may take: what hangs is never done.
    const { client, make } = await arrange({ exchangeMs: 3_600_000 })
    const [hangs, slow, resets, redirects, floods, good] = await Promise.all(
      Array.from({ length: 6 }, () => startEndpoint()),
    )
    if (!hangs || !slow || !resets || !redirects || !floods || !good) throw new Error('six endpoints were started')
    hangs.answer(() => {})
    slow.answer((_, response) => {
      // A byte every now and then: never idle, never done.
      const timer = setInterval(() => response.write('.'), 200)
      response.on('close', () => clearInterval(timer))
    })
    resets.answer((_, response) => response.destroy())
    redirects.answer((_, response) => response.writeHead(307, { Location: good.url }).end())
    let sent = 0
    floods.answer((_, response) => {
      response.writeHead(200, { 'Content-Length': GIGABYTE })
      const chunk = Buffer.alloc(1_048_576, 'x')
      const pour = () => {
        while (!response.destroyed && sent < GIGABYTE) {
          sent += chunk.length
          if (!response.write(chunk)) return void response.once('drain', pour)
        }
      }
      pour()
    })
    const bad = []
    for (const endpoint of [hangs, slow, resets, redirects, floods]) bad.push(await aVerifiedHook(client, endpoint))
    const hook = await aVerifiedHook(client, good)
    const memory = process.memoryUsage().rss
    for (let count = 0; count < 40; count += 1) await make.aGroup()
    await eventually(() => expect(good.events()).toHaveLength(40))
    const [hung, dripped, ...others] = bad
    for (const late of [hung, dripped]) await settledDeliveries(client, late?.id ?? '', 0)
    const [reset, redirected, flooded] = await Promise.all(
      others.map(async ({ id }) => (await eventually(() => firstSettled(client, id))).reason),
    )
    expect(reset).toContain('could not be reached')
    expect(redirected).toContain('redirects are not followed')
    // An answer of 200 was had: its beginning is kept, and the rest is not read.
    expect(flooded).toBeNull()
    expect(sent).toBeLessThan(GIGABYTE / 8)
    expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 1_048_576)
    expect((await healthOf(client, hook.id))?.failed).toBe(0)
    // A redirect is not followed, not even to an endpoint that is known.
    expect(good.bodies().every(({ source }) => source.endsWith(hook.id))).toBe(true)
  })

  async function firstSettled({ call }: Client, eventHookId: string) {
    const { body } = await call('listHookDeliveries', { params: { eventHookId } })
    const settled = body.filter(({ status }) => status !== 'PENDING').at(-1)
    if (!settled) throw new Error('nothing is settled yet')
    return settled
  }
})
