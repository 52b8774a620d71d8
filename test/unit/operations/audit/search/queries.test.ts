import { beforeAll, describe, expect, it } from 'vitest'
import type { LogEvent } from '#contract/log/log-event.ts'
import { linksOf, type Client } from '../../../../helpers/client.ts'
import { START, startServer, TestClock, type TestServer } from '../../../../helpers/server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let server: TestServer
let client: Client
/** Names of the groups whose making the log holds, oldest first: one a day for twenty days, the last one now. */
const made: string[] = []

beforeAll(async () => {
  server = await startServer({ clock: new TestClock(START) })
  ;({ client } = server)
  for (let day = 1; day <= 20; day++) {
    server.clock.advance(DAY_MS)
    made.push((await server.make.aGroup(`Day ${day}`)).profile.name)
  }
})

type Query = Record<string, unknown>
const ask = (query: Query) => client.call('listLogEvents', { query: query as never })
const namesIn = (events: LogEvent[]) => events.map((event) => event.target?.[0]?.displayName)
const names = async (query: Query) => namesIn((await ask(query)).body)
const at = (ms: number) => new Date(ms).toISOString()

/** All pages; a poll ends with its first empty page. */
async function everyPage(query: Query): Promise<LogEvent[][]> {
  let reply = await ask(query)
  const pages = [reply.body]
  for (let { next } = linksOf(reply.headers); next && reply.body.length > 0; { next } = linksOf(reply.headers)) {
    reply = await client.follow<LogEvent[]>(next)
    pages.push(reply.body)
    if (pages.length > 60) throw new Error('the pages do not end')
  }
  return pages
}

describe('a query of the log', () => {
  it('without bounds reaches back seven days, oldest first [spec/4 log/since] [spec/4 log/until]', async () => {
    expect(await names({})).toEqual(made.slice(-7))
  })

  it('newest first when asked to [spec/4 log/sortOrder]', async () => {
    expect(await names({ sortOrder: 'DESCENDING' })).toEqual(made.slice(-7).reverse())
  })

  it('keeps to its bounds: from since, to before until [spec/4 log/until]', async () => {
    const bounds = { since: at(START + 3 * DAY_MS), until: at(START + 6 * DAY_MS) }
    expect(await names(bounds)).toEqual(['Day 3', 'Day 4', 'Day 5'])
    expect(await names({ ...bounds, sortOrder: 'DESCENDING' })).toEqual(['Day 5', 'Day 4', 'Day 3'])
    expect(await names({ until: at(START + 9 * DAY_MS) })).toEqual(made.slice(1, 8))
  })

  it('understands other time zones', async () => {
    const since = at(START + 19 * DAY_MS + 2 * HOUR_MS).replace('Z', '+02:00')
    expect(await names({ since })).toEqual(['Day 19', 'Day 20'])
  })

  it('refuses what is no date, no order, no size [spec/4 log/errors] [spec/4 log/q] [spec/4 log/limit]', async () => {
    for (const [key, value] of [
      ['since', 'yesterday'],
      ['until', '2026-13-01T00:00:00Z'],
      ['sortOrder', 'SIDEWAYS'],
      ['limit', '1001'],
      ['limit', '-1'],
      ['q', ''],
      ['q', '"*"'],
      ['q', '--'],
      ['q', 'x'.repeat(41)],
      ['q', 'x '.repeat(11)],
    ]) {
      const refusal = await client.refused('listLogEvents', { query: { [key as string]: value } })
      expect([refusal.code, refusal.locations], `${key}=${value}`).toEqual(['E0000001', [key]])
    }
  })

  it('refuses a since that is after until', async () => {
    const query = { since: at(START + 2 * DAY_MS), until: at(START + DAY_MS) }
    expect((await client.refused('listLogEvents', { query })).code).toBe('E0000001')
  })

  it('reaches back 180 days and no further [spec/4 log/since]', async () => {
    const { now } = server.clock
    expect((await ask({ since: at(now - 180 * DAY_MS) })).status).toBe(200)
    for (const query of [{ since: at(now - 180 * DAY_MS - 1) }, { until: at(now - 174 * DAY_MS) }]) {
      const refusal = await client.refused('listLogEvents', { query })
      expect([refusal.status, refusal.code]).toEqual([400, 'E0000053'])
    }
  })

  it('may ask for nothing, or for a thousand [spec/4 log/limit]', async () => {
    expect(await names({ limit: 0 })).toEqual([])
    expect(await names({ limit: 1000 })).toEqual(made.slice(-7))
  })
})

describe.each([
  ['a poll', { since: at(START + DAY_MS) }],
  ['a poll of the last seven days', {}],
  ['a bounded query', { since: at(START + DAY_MS), until: at(START + 30 * DAY_MS) }],
  ['a query backwards', { since: at(START + DAY_MS), sortOrder: 'DESCENDING' }],
] as [string, Query][])('the pages of %s', (_, query) => {
  it('hold everything once', async () => {
    const whole = await names({ ...query, limit: 1000 })
    for (const limit of [1, 3, 20]) {
      const pages = await everyPage({ ...query, limit })
      expect(namesIn(pages.flat())).toEqual(whole)
    }
  })

  it('link to themselves [spec/4 log/self]', async () => {
    const reply = await ask({ ...query, limit: 2 })
    const sent = new URLSearchParams({ ...(query as Record<string, string>), limit: '2' })
    expect(linksOf(reply.headers)['self']).toBe(`${server.url}/api/v1/logs?${sent}`)
  })
})

describe('a poll', () => {
  it('always goes on, even from an empty page, and finds what came since [spec/4 log/polling]', async () => {
    const whole = await ask({ limit: 1000 })
    const empty = await client.follow<LogEvent[]>(linksOf(whole.headers)['next'] as string)
    expect(empty.body).toEqual([])
    const still = await client.follow<LogEvent[]>(linksOf(empty.headers)['next'] as string)
    expect(still.body).toEqual([])
    await server.make.aGroup('Fresh')
    expect(namesIn((await client.follow<LogEvent[]>(linksOf(still.headers)['next'] as string)).body)).toEqual(['Fresh'])
  })

  it('that found nothing yet still keeps to its since', async () => {
    const since = at(server.clock.now + HOUR_MS)
    const nothing = await ask({ since })
    expect(nothing.body).toEqual([])
    const next = linksOf(nothing.headers)['next'] as string
    expect((await client.follow<LogEvent[]>(next)).body).toEqual([])
    server.clock.advance(2 * HOUR_MS)
    await server.make.aGroup('After since')
    expect(namesIn((await client.follow<LogEvent[]>(next)).body)).toEqual(['After since'])
  })

  it('of size 0 goes on where it stands', async () => {
    const since = at(START + 19 * DAY_MS)
    const reply = await ask({ since, limit: 0 })
    const next = (linksOf(reply.headers)['next'] as string).replace('limit=0', 'limit=1')
    expect(namesIn((await client.follow<LogEvent[]>(next)).body)).toEqual(['Day 19'])
  })
})

describe('a bounded query', () => {
  it('ends: its last page has no next [spec/4 log/bounded]', async () => {
    const bounds = { since: at(START + DAY_MS), until: at(START + 4 * DAY_MS) }
    const first = await ask({ ...bounds, limit: 2 })
    const second = await client.follow<LogEvent[]>(linksOf(first.headers)['next'] as string)
    expect(namesIn(second.body)).toEqual(['Day 3'])
    expect(Object.keys(linksOf(second.headers))).toEqual(['self'])
  })

  it('backwards is not disturbed by what is written meanwhile', async () => {
    const query = { sortOrder: 'DESCENDING', limit: 2, since: at(START + 17 * DAY_MS + 1) }
    const whole = await names({ ...query, limit: 1000 })
    const first = await ask(query)
    await server.make.aGroup('Meanwhile')
    const rest = await client.follow<LogEvent[]>(linksOf(first.headers)['next'] as string)
    expect(namesIn([...first.body, ...rest.body])).toEqual(whole.slice(0, 4))
  })
})

describe('a cursor of the log', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  it('that was tampered with is refused', async () => {
    const reply = await ask({ limit: 1 })
    const good = new URL(linksOf(reply.headers)['next'] as string).searchParams.get('after') as string
    const bad = [
      'nonsense',
      `${good}x`,
      `!${good}`,
      good.slice(1),
      good.slice(0, -2),
      encode({}),
      encode(null),
      encode([1]),
      encode({ poll: '1' }),
      encode({ poll: -1, since: at(START) }),
      encode({ poll: 1e308, since: at(START) }),
      encode({ poll: 1, since: 'always' }),
      encode({ poll: 1, since: at(START), extra: true }),
      encode({ published: 'x', sequence: 1, since: '', until: '~' }),
      encode({ published: at(START), sequence: 1.5, since: at(START), until: at(START) }),
    ]
    for (const after of bad) {
      const refusal = await client.refused('listLogEvents', { query: { after } })
      expect([refusal.status, refusal.code, refusal.locations], after).toEqual([400, 'E0000029', ['after']])
    }
  })

  it('of one kind of query does not fit another', async () => {
    const poll = new URL(linksOf((await ask({ limit: 1 })).headers)['next'] as string).searchParams.get('after')
    const down = { sortOrder: 'DESCENDING', limit: 1 }
    const bounded = new URL(linksOf((await ask(down)).headers)['next'] as string).searchParams.get('after')
    expect((await client.refused('listLogEvents', { query: { ...down, after: poll } })).code).toBe('E0000029')
    expect((await client.refused('listLogEvents', { query: { after: bounded } })).code).toBe('E0000029')
  })

  it('does not go together with since [spec/4 log/after]', async () => {
    const after = new URL(linksOf((await ask({ limit: 1 })).headers)['next'] as string).searchParams.get('after')
    const refusal = await client.refused('listLogEvents', { query: { after, since: at(START) } })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', ['after']])
  })
})
