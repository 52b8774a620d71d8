import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { LOG_FACETS, type SavedSearchWrite } from '#contract/log/log-browse.ts'
import type { Client } from '../../../../helpers/client.ts'
import { START, startServer, TestClock, type TestServer } from '../../../../helpers/server.ts'

const DAY_MS = 86_400_000
const at = (ms: number) => new Date(ms).toISOString()

let server: TestServer
let client: Client
/** Names of groups, oldest first: one a day for ten days. */
const made: string[] = []

beforeAll(async () => {
  server = await startServer({ clock: new TestClock(START) })
  ;({ client } = server)
  for (let day = 1; day <= 10; day++) {
    server.clock.advance(DAY_MS)
    made.push((await server.make.aGroup(`Day ${day}`)).profile.name)
  }
})

const STRETCH = { since: at(START + DAY_MS), until: at(START + 11 * DAY_MS) }
type Query = Record<string, unknown>
const histogram = async (query: Query) => (await client.call('getLogHistogram', { query: query as never })).body
const facets = async (query: Query) => (await client.call('listLogFacets', { query: query as never })).body
const rows = async (query: Query) => (await client.call('listLogRows', { query: query as never })).body
const namesOf = (found: Awaited<ReturnType<typeof rows>>) => found.map(({ event }) => event.target?.[0]?.displayName)

describe('the histogram of the log', () => {
  it('counts every event in the bucket of its time', async () => {
    const found = await histogram({ ...STRETCH, stepMs: DAY_MS })
    expect(found).toEqual({
      origin: STRETCH.since,
      stepMs: DAY_MS,
      total: 10,
      counts: { SUCCESS: Array.from({ length: 10 }, () => 1) },
    })
  })

  it('may begin its buckets earlier, so that they stand at round hours', async () => {
    const origin = at(START + DAY_MS / 2)
    const found = await histogram({ ...STRETCH, origin, stepMs: DAY_MS })
    expect([found.origin, found.counts.SUCCESS]).toEqual([origin, [...Array.from({ length: 10 }, () => 1), 0]])
  })

  it('reaches back as far as is expected, and counts what the query means', async () => {
    const long = { since: '1970-01-01T00:00:00Z', until: at(START + 90 * DAY_MS), stepMs: 366 * DAY_MS }
    expect((await histogram({ ...long, filter: 'target.displayName eq "day 3"' })).total).toBe(1)
    expect((await histogram({ ...long, filter: 'outcome.result eq "FAILURE"' })).counts).toEqual({})
    expect((await histogram({ ...long, q: 'day 7' })).total).toBe(1)
  })

  it.each([
    ['since', { since: STRETCH.until, until: STRETCH.since }],
    ['since', { since: STRETCH.since, until: STRETCH.since }],
    ['since', { until: STRETCH.until }],
    ['until', { since: STRETCH.since }],
    ['stepMs', { ...STRETCH, stepMs: 1 }],
    ['stepMs', { ...STRETCH, stepMs: 0 }],
    ['origin', { ...STRETCH, origin: STRETCH.until }],
  ])('refuses a %s that will not do', async (location, query) => {
    const refusal = await client.refused('getLogHistogram', { query: { stepMs: DAY_MS, ...query } })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', [location]])
  })
})

describe('facets of the log', () => {
  it('count all that it can be counted by, with the names of those who have one', async () => {
    const found = await facets({ ...STRETCH, values: 3 })
    expect(found.map(({ attribute }) => attribute)).toEqual(LOG_FACETS)
    expect(found[0]).toEqual({
      attribute: 'eventType',
      values: [{ value: 'group.lifecycle.create', label: null, count: 10 }],
      ...{ hasMore: false, without: 0 },
    })
    expect(found[1]?.values).toMatchObject([{ label: expect.any(String) as string, count: 10 }])
    expect(found[2]).toMatchObject({ values: [{ count: 1 }, { count: 1 }, { count: 1 }], hasMore: true })
    for (const { label } of found[2]?.values ?? []) expect(made).toContain(label)
  })

  it('may be one only', async () => {
    const found = await facets({ ...STRETCH, attribute: 'severity', filter: 'target.displayName sw "day 1"' })
    expect(found).toEqual([
      { attribute: 'severity', values: [{ value: 'INFO', label: null, count: 2 }], hasMore: false, without: 0 },
    ])
  })

  it('refuse what they do not know', async () => {
    const long = await client.refused('listLogFacets', { query: { ...STRETCH, values: 101 } })
    expect([long.code, long.locations]).toEqual(['E0000001', ['values']])
    const unknown = await client.refused('listLogFacets', { query: { ...STRETCH, attribute: 'uuid' } })
    expect([unknown.code, unknown.locations]).toEqual(['E0000001', ['attribute']])
    const unread = await client.refused('listLogFacets', { query: { ...STRETCH, filter: 'colour eq "red"' } })
    expect([unread.status, unread.code, unread.locations]).toEqual([400, 'E0000053', ['filter']])
  })
})

describe('rows of the log', () => {
  it('stand at their position, from either end', async () => {
    expect(namesOf(await rows({ ...STRETCH, limit: 2, offset: 3 }))).toEqual(['Day 7', 'Day 6'])
    expect(namesOf(await rows({ ...STRETCH, limit: 2, offset: 3, newestFirst: false }))).toEqual(['Day 4', 'Day 5'])
    expect(namesOf(await rows({ ...STRETCH, offset: 10 }))).toEqual([])
    expect(namesOf(await rows({ ...STRETCH, q: 'group', filter: 'target.displayName sw "Day 1"' }))).toEqual([
      'Day 10',
      'Day 1',
    ])
  })

  it('tell their place in the order of writing, and each can be read by itself', async () => {
    const [newest, before] = await rows({ ...STRETCH, limit: 2 })
    expect(newest?.sequence).toBeGreaterThan(before?.sequence as number)
    const params = { uuid: newest?.event.uuid as string }
    const { body } = await client.call('getLogEvent', { params })
    const { chain, ...rest } = body
    expect(rest).toEqual(newest)
    expect(newest?.importId).toBeNull()
    expect(chain).toMatch(/^[0-9a-f]{64}$/)
  })

  it('are no more than a page, and begin no further than can be counted off', async () => {
    for (const [key, value] of [
      ['limit', LIMITS.page.logRows.max + 1],
      ['offset', LIMITS.logRowOffset + 1],
      ['offset', -1],
      ['newestFirst', 'maybe'],
    ]) {
      const refusal = await client.refused('listLogRows', { query: { ...STRETCH, [key as string]: value } })
      expect([refusal.code, refusal.locations]).toEqual(['E0000001', [key]])
    }
  })
})

describe('saved searches', () => {
  const aSearch = (more: Partial<SavedSearchWrite> = {}): SavedSearchWrite => ({
    name: 'Failed sign-ins',
    filter: 'eventType eq "user.session.start" and outcome.result eq "FAILURE"',
    q: 'jane',
    range: { name: 'week', since: '', until: '' },
    ...more,
  })
  const all = async () => (await client.call('listSavedSearches')).body

  it('are kept, listed by name, replaced and deleted', async () => {
    const second = (await client.call('createSavedSearch', { body: aSearch() })).body
    const first = (await client.call('createSavedSearch', { body: aSearch({ name: ' a first one ' }) })).body
    expect(second).toEqual({ ...aSearch(), id: second.id, created: at(server.clock.now), lastUpdated: second.created })
    expect(await all()).toEqual([first, second])
    expect(first.name).toBe('a first one')

    server.clock.advance(1_000)
    const range = { name: 'custom', since: at(START), until: at(START + DAY_MS) } as const
    const body = aSearch({ name: 'FAILED sign-ins', filter: '', q: '', range })
    const replaced = (await client.call('replaceSavedSearch', { params: { searchId: second.id }, body })).body
    expect(replaced).toEqual({ ...second, ...body, lastUpdated: at(server.clock.now) })

    for (const { id } of [first, second]) await client.call('deleteSavedSearch', { params: { searchId: id } })
    expect(await all()).toEqual([])
    expect((await client.refused('deleteSavedSearch', { params: { searchId: first.id } })).code).toBe('E0000007')
  })

  it('have a name each, whatever the case of its letters', async () => {
    const { id } = (await client.call('createSavedSearch', { body: aSearch() })).body
    const other = (await client.call('createSavedSearch', { body: aSearch({ name: 'Other' }) })).body
    for (const refusal of [
      await client.refused('createSavedSearch', { body: aSearch({ name: 'failed SIGN-INS' }) }),
      await client.refused('replaceSavedSearch', { params: { searchId: other.id }, body: aSearch() }),
    ])
      expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['name']])
    await client.call('replaceSavedSearch', { params: { searchId: id }, body: aSearch({ q: '' }) })
  })

  it.each([
    ['filter', { filter: 'colour eq' }, /colour|expected|value/i],
    ['filter', { filter: 'published gt "2026-01-01T00:00:00Z"' }, /since and until/],
    ['q', { q: '***' }, /letter or digit/],
    ['range.since', { range: { name: 'custom', since: at(START), until: at(START) } }, /before/],
    ['range.name', { range: { name: 'fortnight', since: '', until: '' } }, /range\.name/],
  ] as [string, Partial<SavedSearchWrite>, RegExp][])(
    'with a %s that cannot be asked are refused',
    async (where, more, why) => {
      const refusal = await client.refused('createSavedSearch', { body: aSearch({ name: 'Bad', ...more }) })
      expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', [where]])
      expect(refusal.body.errorCauses[0]?.errorSummary).toMatch(why)
    },
  )

  it('are no more than there may be', async () => {
    const before = (await all()).length
    for (let number = before; number < LIMITS.savedSearches; number++)
      await client.call('createSavedSearch', { body: aSearch({ name: `Search ${number}` }) })
    const refusal = await client.refused('createSavedSearch', { body: aSearch({ name: 'One more' }) })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['name']])
  })
})
