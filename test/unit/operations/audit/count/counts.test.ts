import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { LOG_FACETS, type LogFacetAttribute } from '#contract/log/log-browse.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import { openStore, type Store } from '#db/store.ts'
import { LOG_EVENTS, parseFilter, requireFilter, type Attribute } from '#filter/index.ts'
import { match } from '../../../../helpers/filter-match.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { insertEvents } from '#audit-log/append-events.ts'
import { listLogFacets } from '#operations/audit/count/facets.ts'
import { countOverTime } from '#operations/audit/count/histogram.ts'
import { forgetValues } from '#operations/audit/count/forget-values.ts'
import { packColumns } from '#operations/audit/count/pack-columns.ts'
import { listLogRows } from '#operations/audit/search/rows.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { Service } from '#operations/service/service.ts'
import { END, makeEvents } from '../../../../bench/audit-events.ts'
import { queries } from '../../../../helpers/filter-arbitraries.ts'
import { runs } from '../../../../helpers/runs.ts'
import { aFolder } from '../../../../helpers/server.ts'

const DAY_MS = 86_400_000
const at = (ms: number) => new Date(ms).toISOString()

/** What real trails also hold: no one's client, no target or several, the same twice, letters in another case. */
function varied(event: LogEvent, index: number): LogEvent {
  const [target] = event.target ?? []
  if (!target) throw new Error('an event of the bench has a target')
  const other = { ...target, id: 'other', displayName: null, alternateId: 'the other' }
  if (index % 7 === 0) return { ...event, client: null, target: null }
  if (index % 7 === 1) return { ...event, target: [], outcome: { result: 'DENY', reason: null } }
  if (index % 7 === 2) return { ...event, target: [target, other, target] }
  if (index % 7 === 3 && event.client) return { ...event, client: { ...event.client, ipAddress: '2001:DB8::1' } }
  if (index % 7 === 4) return { ...event, actor: { ...event.actor, id: 'ÄCTÖR', displayName: null } }
  return event
}

/** Most happened here, some came with an import, some with another. */
function ofSomeLog(event: LogEvent, index: number): LogEvent {
  const id = index % 5 === 0 ? 'lim1' : index % 5 === 1 ? 'lim2' : null
  return id === null ? event : { ...event, gatehouse: { import: { id, keyFingerprint: null } } }
}

/** Enough for two full blocks of columns and some events behind them. */
const events = [...makeEvents(5_000, 'log-counts')].map(varied).map(ofSomeLog)
/** Written late: their place in time is not their place in the order of writing. */
const inOrderOfWriting = [...events.slice(300), ...events.slice(0, 300)]
const importOf = ({ gatehouse }: LogEvent) => gatehouse?.import.id ?? null

/** Neighbours of one log together: the mark is no part of what is stored. */
async function insertAll(tx: WriteTransaction): Promise<void> {
  for (let start = 0; start < inOrderOfWriting.length;) {
    const importId = importOf(inOrderOfWriting[start] as LogEvent)
    const found = inOrderOfWriting.findIndex((event, at) => at > start && importOf(event) !== importId)
    const end = found === -1 ? inOrderOfWriting.length : found
    const some = inOrderOfWriting.slice(start, end).map(({ gatehouse: _, ...event }) => event)
    await insertEvents(tx, some, { importId })
    start = end
  }
}

let store: Store
let service: Service

const blocks = async () => (await store.read.first<{ n: number }>('SELECT count(*) AS n FROM log_blocks'))?.n

beforeAll(async () => {
  store = await openStore(join(await aFolder(), 'log.sqlite'), at(END))
  service = createService({ store, version: 'test', engine: 'identity', clock: () => END, url: () => '' })
  await store.write(insertAll)
}, 60_000)
afterAll(() => service.workers.close().then(() => store.close()))

const VALUES: Record<LogFacetAttribute, (event: LogEvent) => (string | null | undefined)[]> = {
  eventType: (event) => [event.eventType],
  'actor.id': (event) => [event.actor.id],
  'target.id': (event) => (event.target ?? []).map(({ id }) => id),
  'outcome.result': (event) => [event.outcome.result],
  severity: (event) => [event.severity],
  'client.ipAddress': (event) => [event.client?.ipAddress?.toLowerCase()],
  'gatehouse.import.id': (event) => [importOf(event)],
}

function countsOf(attribute: LogFacetAttribute, found: readonly LogEvent[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const event of found)
    for (const value of new Set(VALUES[attribute](event)))
      if (typeof value === 'string') counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

interface Asked {
  since: string
  until: string
  filter?: string
  q?: string[]
}

async function expectFacets(asked: Asked, found: readonly LogEvent[], values: number): Promise<void> {
  const facets = await listLogFacets(service, { ...asked, values })
  expect(facets.map(({ attribute }) => attribute)).toEqual(LOG_FACETS)
  for (const facet of facets) {
    const counts = countsOf(facet.attribute, found)
    const greatest = [...counts.values()].sort((a, b) => b - a)
    expect(facet.values.map(({ count }) => count)).toEqual(greatest.slice(0, values))
    for (const { value, count } of facet.values) expect([value, count]).toEqual([value, counts.get(value)])
    expect(new Set(facet.values.map(({ value }) => value)).size).toBe(facet.values.length)
    expect(facet.hasMore).toBe(counts.size > values)
    const none = found.filter((event) => !VALUES[facet.attribute](event).some((value) => typeof value === 'string'))
    expect(facet.without).toBe(none.length)
  }
}

async function expectHistogram(asked: Asked, found: readonly LogEvent[], stepMs: number): Promise<void> {
  const histogram = await countOverTime(service, { ...asked, stepMs })
  const expected: Record<string, number[]> = {}
  const buckets = Math.ceil((Date.parse(asked.until) - Date.parse(asked.since)) / stepMs)
  for (const { outcome, published } of found) {
    const row = (expected[outcome.result] ??= new Array<number>(buckets).fill(0))
    const bucket = Math.floor((Date.parse(published) - Date.parse(asked.since)) / stepMs)
    row[bucket] = (row[bucket] ?? 0) + 1
  }
  expect(histogram).toEqual({ origin: asked.since, stepMs, total: found.length, counts: expected })
}

async function expectRows(asked: Asked, found: readonly LogEvent[], offset: number): Promise<void> {
  for (const newestFirst of [true, false]) {
    const rows = await listLogRows(service, { ...asked, offset, limit: 50, newestFirst })
    const inOrder = newestFirst ? found.toReversed() : found
    expect(rows.map(({ event }) => event.uuid)).toEqual(inOrder.slice(offset, offset + 50).map(({ uuid }) => uuid))
  }
}

async function expectAll(asked: Asked, { values = 5, stepMs = DAY_MS, offset = 10 } = {}): Promise<number> {
  const tree = asked.filter === undefined ? null : requireFilter(asked.filter, LOG_EVENTS)
  const words = asked.q?.map((word) => word.toLowerCase()) ?? []
  const found = events.filter(
    (event) =>
      event.published >= asked.since &&
      event.published < asked.until &&
      (!tree || match(tree, event)) &&
      words.every((word) => wordsOf(event).has(word)),
  )
  await expectHistogram(asked, found, stepMs)
  await expectFacets(asked, found, values)
  await expectRows(asked, found, offset)
  return found.length
}

function wordsOf(event: LogEvent): Set<string> {
  const texts = JSON.stringify({ ...event, gatehouse: null, uuid: null, published: null, version: null })
  return new Set(texts.toLowerCase().split(/[^\p{L}\p{N}]+/u))
}

const WHOLE = { since: at(END - 100 * DAY_MS), until: at(END) }
const SOME_DAYS = { since: at(END - 50 * DAY_MS - 12_345), until: at(END - 20 * DAY_MS - 6_789) }

const find = (path: string): Attribute => {
  const own = LOG_EVENTS.attributes.get(path.toLowerCase())
  if (own) return own
  const result = parseFilter(`${path} pr`, LOG_EVENTS)
  if (!result.ok || result.filter.kind !== 'compare') throw new Error(`${path} is no attribute`)
  return result.filter.attribute
}
const isAskable = (query: string) => parseFilter(query, LOG_EVENTS).ok

/** Queries that some events fit, of attributes with and without columns. */
const fitting = fc
  .array(
    fc
      .tuple(
        fc.constantFrom(
          ...LOG_FACETS,
          ...LOG_FACETS,
          'transaction.id',
          'client.geographicalContext.city',
          'client.zone',
        ),
        fc.constantFrom('eq', 'eq', 'ne', 'sw', 'ge', 'pr', 'null', 'not'),
        fc.constantFrom(...events.filter((_, index) => index % 100 < 7)),
      )
      .map(([path, operator, event]) => {
        const value = path
          .split('.')
          .reduce<unknown>((node, name) => [(node as Record<string, unknown> | null)?.[name]].flat()[0], event)
        if (operator === 'pr' || typeof value !== 'string') return `${path} pr`
        if (operator === 'null') return `${path} eq null`
        if (operator === 'not') return `not (${path} eq ${JSON.stringify(value)})`
        return `${path} ${operator} ${JSON.stringify(operator === 'sw' ? value.slice(0, 4) : value)}`
      }),
    { minLength: 1, maxLength: 4 },
  )
  .chain((parts) => fc.constantFrom(parts.join(' and '), parts.join(' or '), `not (${parts.join(' or ')})`))
  .filter(isAskable)

/** Each test once while the events are read themselves, and once with columns. */
describe.each(['before', 'after'])('%s columns are made', (when) => {
  beforeAll(async () => {
    if (when === 'before') return void (await store.write((tx) => tx.run('DELETE FROM log_blocks')))
    await packColumns(service)
    expect(await blocks()).toBe(2)
  })

  it.each([
    ['all events', WHOLE, {}],
    ['some days', SOME_DAYS, {}],
    ['no events', { since: at(END + DAY_MS), until: at(END + 2 * DAY_MS) }, {}],
    ['a common type', WHOLE, { filter: 'eventType eq "user.session.start"' }],
    ['this or that type', SOME_DAYS, { filter: 'eventType eq "zone.create" or eventType sw "policy."' }],
    ['one of several targets', WHOLE, { filter: 'target.id eq "other"' }],
    ['another target than one', WHOLE, { filter: 'target.id ne "other"' }],
    ['no target', WHOLE, { filter: 'target.id eq null and outcome.result eq "deny"' }],
    ['no address', SOME_DAYS, { filter: 'not (client.ipAddress pr)' }],
    ['an address in another case', WHOLE, { filter: 'client.ipAddress eq "2001:dB8::1"' }],
    ['an id beyond ASCII', WHOLE, { filter: 'actor.id eq "ÄCTÖR" and severity ne "warn"' }],
    ['what is rare', WHOLE, { filter: `transaction.id eq "${events[13]?.transaction.id}"` }],
    ['what no index holds', SOME_DAYS, { filter: 'client.geographicalContext.city eq "cork"' }],
    ['this workspace only', WHOLE, { filter: 'not (gatehouse.import.id pr)' }],
    ['a log of elsewhere', SOME_DAYS, { filter: 'gatehouse.import.id eq "lim1"' }],
    ['some of two logs', WHOLE, { filter: 'gatehouse.import.id pr and outcome.result eq "SUCCESS"' }],
    ['a word', WHOLE, { q: ['session'] }],
    ['words and a filter', SOME_DAYS, { q: ['cork', 'windows'], filter: 'outcome.result eq "SUCCESS"' }],
    ['words and what no index holds', WHOLE, { q: ['cork'], filter: 'client.zone pr' }],
  ] as [string, { since: string; until: string }, Omit<Asked, 'since' | 'until'>][])(
    'histogram, facets and rows of %s are what counting by hand finds',
    async (what, stretch, query) => {
      const count = await expectAll({ ...stretch, ...query })
      if (what !== 'no events') expect(count).toBeGreaterThan(0)
    },
  )

  it('they agree whatever is asked', async () => {
    const days = fc.integer({ min: 0, max: 95 * DAY_MS })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          { weight: 3, arbitrary: fitting },
          { weight: 1, arbitrary: queries(LOG_EVENTS, find).filter(isAskable) },
        ),
        fc.tuple(days, days).filter(([a, b]) => a !== b),
        fc.record({
          values: fc.integer({ min: 1, max: 100 }),
          stepMs: fc.constantFrom(DAY_MS, 3_600_000, 7 * DAY_MS, 12_345_678),
          offset: fc.integer({ min: 0, max: 900 }),
        }),
        async (filter, [a, b], options) => {
          const stretch = { since: at(END - Math.max(a, b)), until: at(END - Math.min(a, b)) }
          await expectAll({ ...stretch, filter }, { ...options, stepMs: Math.max(options.stepMs, 6_000_000) })
        },
      ),
      { numRuns: runs(0.18) },
    )
  }, 120_000)
})

describe('columns', () => {
  it('of a block are forgotten when one of its events goes, and made again without it', async () => {
    const [gone] = inOrderOfWriting
    const whole = (await countOverTime(service, { ...WHOLE, stepMs: DAY_MS })).total
    await store.write((tx) => tx.run('DELETE FROM log_events WHERE uuid = ?', [gone?.uuid as string]))
    expect(await blocks()).toBe(1)
    expect((await countOverTime(service, { ...WHOLE, stepMs: DAY_MS })).total).toBe(whole - 1)
    await packColumns(service)
    expect(await blocks()).toBe(2)
    expect((await countOverTime(service, { ...WHOLE, stepMs: DAY_MS })).total).toBe(whole - 1)
  })

  it('of the newest events are not made before their block is full', async () => {
    const before = await blocks()
    await store.write((tx) => insertEvents(tx, [...makeEvents(10, 'more')]))
    await packColumns(service)
    expect(await blocks()).toBe(before)
  })

  it('hold nothing of events that are removed, and values that only those had are forgotten', async () => {
    const own = { ...(events[1] as LogEvent).client, ipAddress: '203.0.113.77' } as LogEvent['client']
    const some = [...makeEvents(3 * 2_048, 'removed')].map((each, index) => ({
      ...each,
      client: index < 9 ? own : each.client,
    }))
    await store.write((tx) => insertEvents(tx, some))
    await packColumns(service)
    const isKnown = async () =>
      (await store.read.first(`SELECT 1 FROM log_values WHERE value = '203.0.113.77'`)) !== undefined
    expect(await isKnown()).toBe(true)
    const whole = { since: at(0), until: at(END + DAY_MS), values: 100 }
    const gone = JSON.stringify(some.map(({ uuid }) => uuid))
    await store.write(async (tx) => {
      await tx.run('DELETE FROM log_events WHERE uuid IN (SELECT value FROM json_each(?))', [gone])
      await tx.run(`INSERT INTO log_removed VALUES (1, 1, x'', '2026-03-01', '', x'')`)
    })
    const before = await listLogFacets(service, whole)
    await forgetValues(service)
    expect(await isKnown()).toBe(false)
    const { severity } = Object.fromEntries(before.map(({ attribute, values }) => [attribute, values]))
    expect(severity?.reduce((sum, { count }) => sum + count, 0)).toBe(events.length - 1 + 10)
    expect(await listLogFacets(service, whole)).toEqual(before)
  })
})

it('a facet names actors and targets as their latest event does, and nothing else', async () => {
  const [person] = [...makeEvents(1, 'renamed')].map(({ actor }) => actor)
  const renamed = [...makeEvents(2, 'renamed')].map((event, index) => ({
    ...event,
    published: at(END + index),
    actor: { ...event.actor, id: person?.id as string, displayName: `Name ${index}` },
    target: (event.target ?? []).map((target) => ({
      ...target,
      id: 'renamed',
      displayName: null,
      alternateId: `alias ${index}`,
    })),
  }))
  await store.write((tx) =>
    insertEvents(
      tx,
      renamed.map((event) => ({ ...event, uuid: `r-${event.uuid}` })),
    ),
  )
  const facets = await listLogFacets(service, { since: at(END), until: at(END + DAY_MS), values: 5 })
  const labels = Object.fromEntries(
    facets.map(({ attribute, values }) => [attribute, values.map(({ label }) => label)]),
  )
  expect(labels['actor.id']).toEqual(['Name 1'])
  expect(labels['target.id']).toEqual(['alias 1'])
  expect([labels['eventType'], labels['severity']].flat().every((label) => label === null)).toBe(true)
})

it('rows at every offset make up the list', async () => {
  const filter = 'eventType sw "zone."'
  const whole = await listLogRows(service, { ...WHOLE, filter, offset: 0, limit: 500, newestFirst: true })
  expect(whole.length).toBeGreaterThan(20)
  for (let offset = 0; offset <= whole.length; offset++) {
    const rows = await listLogRows(service, { ...WHOLE, filter, offset, limit: 3, newestFirst: true })
    expect(rows).toEqual(whole.slice(offset, offset + 3))
  }
})
