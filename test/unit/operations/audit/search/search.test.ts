import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join } from 'node:path'
import type { LogEvent } from '#contract/log/log-event.ts'
import { openStore, type Store } from '#db/store.ts'
import { LOG_EVENTS, requireFilter } from '#filter/index.ts'
import { match } from '../../../../helpers/filter-match.ts'
import { insertEvents } from '#audit-log/append-events.ts'
import { listLogEvents, type LogQuery } from '#operations/audit/search/list-events.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { Service } from '#operations/service/service.ts'
import { END, makeEvents } from '../../../../bench/audit-events.ts'
import { runs } from '../../../../helpers/runs.ts'
import { aFolder } from '../../../../helpers/server.ts'

/** More than are ever gathered at once, so that queries for common values walk the log. */
const EVENTS = 6_000
const events = [...makeEvents(EVENTS, 'log-search')]
/** Written late: their place in time is not their place in the order of writing. */
const inOrderOfWriting = [...events.slice(500), ...events.slice(0, 500)]

let store: Store
let service: Service

beforeAll(async () => {
  store = await openStore(join(await aFolder(), 'log.sqlite'), new Date(END).toISOString())
  service = createService({ store, version: 'test', engine: 'identity', clock: () => END, url: () => '' })
  await store.write((tx) => insertEvents(tx, inOrderOfWriting))
}, 60_000)
afterAll(() => store.close())

const WHOLE = { since: new Date(END - 100 * 86_400_000).toISOString(), until: new Date(END).toISOString() }
const ORDERS = {
  poll: { since: WHOLE.since, sortOrder: 'ASCENDING' },
  up: { ...WHOLE, sortOrder: 'ASCENDING' },
  down: { ...WHOLE, sortOrder: 'DESCENDING' },
} as const
type Order = keyof typeof ORDERS

const expected: Record<Order, readonly LogEvent[]> = { poll: inOrderOfWriting, up: events, down: events.toReversed() }

async function found(order: Order, more: Partial<LogQuery>, limit = 1_000): Promise<string[]> {
  const uuids: string[] = []
  let query: LogQuery = { ...ORDERS[order], limit, ...more }
  for (;;) {
    const page = await listLogEvents(service, query)
    uuids.push(...page.events.map((payload) => (JSON.parse(payload) as LogEvent).uuid))
    if (page.next === null || page.events.length === 0) return uuids
    const { since: _, ...rest } = query
    query = { ...rest, after: page.next }
  }
}

const idsOf = (all: readonly LogEvent[]) => all.map(({ uuid }) => uuid)

async function expectAll(filter: string, order: Order): Promise<number> {
  const tree = requireFilter(filter, LOG_EVENTS)
  const wanted = idsOf(expected[order].filter((event) => match(tree, event)))
  expect(await found(order, { filter }), `${filter} ${order}`).toEqual(wanted)
  return wanted.length
}

describe.each(['poll', 'up', 'down'] as const)('a filter finds what it means, in the order of a %s', (order) => {
  it.each([
    ['a common value of an index', 'outcome.result eq "success"'],
    ['a common and a rare one', `outcome.result eq "SUCCESS" and actor.id eq "${events[7]?.actor.id}"`],
    ['two common ones', 'outcome.result eq "SUCCESS" and not (severity eq "error")'],
    ['one or another', 'eventType eq "zone.create" or eventType eq "zone.delete" or eventType eq "zone.create"'],
    ['one or what no index holds', 'eventType eq "zone.create" or client.geographicalContext.city eq "cork"'],
    ['a target', `target.id eq "${events[9]?.target?.[0]?.id}"`],
    ['an address', `client.ipAddress eq "${events[11]?.client?.ipAddress}"`],
    ['a transaction', `transaction.id eq "${events[13]?.transaction.id}"`],
    ['an event', `uuid eq "${events[15]?.uuid}"`],
    ['the beginning of a type', 'eventType sw "policy."'],
    ['a text within', 'client.userAgent.rawUserAgent co "firefox"'],
    ['a number in a map', 'securityContext.asNumber ge 64515'],
    ['what is not there', 'outcome.reason eq null'],
  ])('by %s', async (_, filter) => {
    expect(await expectAll(filter, order)).toBeGreaterThan(0)
  })
})

it('a filter finds the same whatever way to it is chosen', async () => {
  const some = events.filter((_, index) => index % 400 === 0)
  const attribute = fc.constantFrom(
    ...['eventType', 'actor.id', 'severity', 'outcome.result', 'client.ipAddress', 'target.id', 'transaction.id'],
    ...['actor.displayName', 'client.zone', 'request.ipChain.ip', 'debugContext.debugData.requestId', 'outcome.reason'],
  )
  const comparison = fc
    .tuple(attribute, fc.constantFrom('eq', 'eq', 'eq', 'ne', 'sw'), fc.constantFrom(...some))
    .map(([path, operator, event]) => {
      const value = path
        .split('.')
        .reduce<unknown>((node, name) => [(node as Record<string, unknown>)[name]].flat()[0], event)
      return value === null ? `${path} pr` : `${path} ${operator} ${JSON.stringify(value)}`
    })
  const joined = fc
    .array(comparison, { minLength: 1, maxLength: 3 })
    .chain((parts) => fc.constantFrom(parts.join(' and '), parts.join(' or ')))
  const query = fc
    .array(joined, { minLength: 1, maxLength: 2 })
    .map((parts) => parts.map((part) => `(${part})`).join(' and '))
  await fc.assert(
    fc.asyncProperty(
      query,
      fc.constantFrom<Order>('poll', 'up', 'down'),
      async (filter, order) => void (await expectAll(filter, order)),
    ),
    { numRuns: runs(0.12) },
  )
}, 60_000)

describe('keywords', () => {
  /** Words of an event, by our own reading of the rule. */
  function wordsOf(event: LogEvent): Set<string> {
    const texts: string[] = []
    const collect = (node: unknown) => {
      if (typeof node === 'string') texts.push(node)
      else if (node !== null && typeof node === 'object') Object.values(node).forEach(collect)
    }
    collect({ ...event, uuid: null, published: null, version: null })
    return new Set(texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)))
  }
  const words = new Map(events.map((event) => [event.uuid, wordsOf(event)]))

  it.each([
    ['a common word', ['session']],
    ['a common word in another case', ['SESSION']],
    ['a rare word', ['number390']],
    ['two words', ['cork', 'failure']],
    ['two common words', ['session', 'windows']],
    ['a word that is only part of one', ['sess']],
    ['words of the index’s own language', ['session', 'NOT', 'windows']],
  ])('%s', async (_, q) => {
    for (const order of ['poll', 'up', 'down'] as const) {
      const wanted = expected[order].filter(({ uuid }) => q.every((word) => words.get(uuid)?.has(word.toLowerCase())))
      expect(await found(order, { q })).toEqual(idsOf(wanted))
    }
  })

  it('that hold signs stand together', async () => {
    const [event] = events
    const q = [event?.actor.alternateId as string, event?.client?.ipAddress as string]
    expect(await found('up', { q })).toContain(event?.uuid)
    const turned = (event?.actor.alternateId as string).split('@').toReversed().join('@')
    expect(await found('up', { q: [turned] })).toEqual([])
  })

  it('go together with a filter', async () => {
    const filter = 'outcome.result eq "FAILURE"'
    const tree = requireFilter(filter, LOG_EVENTS)
    const wanted = events.filter((event) => match(tree, event) && words.get(event.uuid)?.has('cork'))
    expect(await found('up', { filter, q: ['cork'] })).toEqual(idsOf(wanted))
    expect(wanted.length).toBeGreaterThan(0)
  })

  it('mean nothing to the database but words', async () => {
    for (const word of [
      '"',
      '""x',
      "x'",
      'x*',
      '^x',
      'words:x',
      '(x',
      'x)',
      '{x}',
      'x\\',
      'NEAR(x',
      '+x',
      'x:y',
      ';x',
      '?x',
      'é',
      '日本',
    ])
      expect(await found('down', { q: [word] }), word).toEqual([])
  })
})

it.each([1, 7, 250])('pages of %i hold every event once', async (limit) => {
  const filter = 'eventType sw "zone."'
  const tree = requireFilter(filter, LOG_EVENTS)
  for (const order of ['poll', 'up', 'down'] as const)
    expect(await found(order, { filter }, limit)).toEqual(idsOf(expected[order].filter((event) => match(tree, event))))
})

it('a query that takes too long is refused with advice, and nothing is broken by it [spec/4 log/timeout] [spec/3 errors/timeout]', async () => {
  const { searches } = store
  const impatient: Service = {
    ...service,
    store: { ...store, searches: { ...searches, run: (work) => searches.run(work, 1) } },
  }
  const slow = { ...ORDERS.down, limit: 1_000, filter: 'outcome.reason co "nowhere" or client.zone co "nowhere"' }
  await expect(listLogEvents(impatient, slow)).rejects.toMatchObject({
    code: 'E0000009',
    status: 500,
    causes: [{ errorSummary: expect.stringContaining('since and until') as string }],
  })
  expect((await listLogEvents(service, slow)).events).toEqual([])
})

describe('an index', () => {
  const count = async (sql: string) => (await store.read.first<{ n: number }>(sql))?.n
  it('forgets an event that is removed', async () => {
    const [event] = events
    const matching = `SELECT count(*) AS n FROM log_words WHERE log_words MATCH '"${event?.transaction.id}"'`
    expect(await count(matching)).toBe(1)
    await store.write((tx) => tx.run('DELETE FROM log_events WHERE uuid = ?', [event?.uuid as string]))
    expect(await count(matching)).toBe(0)
    expect(
      await count('SELECT count(*) AS n FROM log_targets WHERE sequence NOT IN (SELECT sequence FROM log_events)'),
    ).toBe(0)
    await store.write((tx) => insertEvents(tx, [event as LogEvent]))
  })
})

it('as many comparisons as a query may have are answered', async () => {
  const types = ['zone.create', 'zone.delete']
  for (const joint of [' or ', ' and ']) {
    const filter = Array.from({ length: 300 }, (_, index) => `eventType eq "${types[index % 2]}"`).join(joint)
    await expectAll(filter, 'down')
  }
  await expectAll(`${'('.repeat(50)}target.type eq "AppInstance"${')'.repeat(50)} and severity eq "warn"`, 'up')
})
