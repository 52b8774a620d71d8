import { ApiError, causeAt, invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Visible } from '#audit-log/rights.ts'
import type { Searcher } from '#db/searches.ts'
import { invalidCursor } from '#db/page.ts'
import type { Service } from '../../service/service.ts'
import { decodeCursor, encodeCursor, type BoundedCursor, type PollCursor } from './list-events-cursor.ts'
import { markedPayload } from './import-mark.ts'
import { conditionOf, EVERYTHING, planSearch, restrict, type LogPlan, type LogSearch } from './list-events-plan.sql.ts'
import { walkByNumber, walkByTime, type Walker } from './list-events-walk.sql.ts'
import { highestNumberEver, newestNumber, oldestBehind, startOfPoll } from './log-events.sql.ts'
import { searchLog, searchOf, type LogWords } from './search-log.ts'
import { withWords } from './with-words.ts'

export interface LogQuery extends LogWords {
  since?: string
  until?: string
  after?: string
  sortOrder: 'ASCENDING' | 'DESCENDING'
  limit: number
}

/** Events as stored, each JSON text, and the cursor to go on from; a poll has one always (spec/4 §3.1). */
interface LogPage {
  events: string[]
  next: string | null
}

/** One reading of the log: what reads, what is expected (null: everything), and how much of it. */
interface Reading extends Walker {
  search: LogSearch | null
  visible: Visible
}

const DAY_MS = 86_400_000
/** Up to so many events it is quicker to look at each than to count what the indexes hold: as in a poll that keeps up. */
const SHORT_WALK = 2_000

/**
 * Reads the audit log. Ascending without `until` is a poll, in the order of writing, so that an event that was
 * committed late is never missed; all else is bounded, in the order of time.
 * @throws ApiError E0000053 or E0000031 for the filter, E0000029 for the cursor, E0000009 when it takes too long, E0000047
 */
export async function listLogEvents(service: Service, query: LogQuery): Promise<LogPage> {
  const cursor = query.after === undefined ? null : decodeCursor(query.after)
  if (cursor && query.since) throw invalid('after', 'does not go together with since', 'query')
  const isPoll = query.sortOrder === 'ASCENDING' && query.until === undefined
  if (cursor && isPoll !== 'poll' in cursor) throw invalidCursor()
  const search = searchOf(query)
  const read = (searcher: Searcher) => {
    const visible = service.reader.visible('read', 'logEvent')
    const reading = { searcher, search, visible, limit: query.limit }
    return isPoll
      ? poll(reading, (cursor as PollCursor | null) ?? windowOf(service, query))
      : bounded(reading, (cursor as BoundedCursor | null) ?? windowOf(service, query), query.sortOrder)
  }
  if (search === null) return read(service.reader)
  return withWords(service, query, () => searchLog(service, read))
}

async function poll(reading: Reading, place: PollCursor | Window): Promise<LogPage> {
  const { searcher, limit } = reading
  const { since } = place
  const start = 'poll' in place ? place.poll : await startOfPoll(searcher, since)
  // INVARIANT: one writer numbers events in the order of commits, so up to this number nothing can come any more.
  const newest = await newestNumber(searcher)
  // WHY refused: the log is another one, or a restored backup, and a poll that waited would miss what comes up to its number.
  if (start > newest && start > (await highestNumberEver(searcher))) throw invalidCursor()
  const end = Math.max(start, newest)
  const head = 'poll' in place ? place.head : end
  const plan = await planPoll(reading, { start, end, since })
  const rows = await walkByNumber(reading, restrict(plan, reading.visible), {
    ...{ start, end, since },
    late: new Date(Date.parse(since) - LIMITS.followLateMs).toISOString(),
    head: head ?? Number.MAX_SAFE_INTEGER,
  })
  const last = rows.length < limit ? end : (rows.at(-1)?.sequence ?? start)
  return { events: rows.map(markedPayload), next: encodeCursor({ poll: last, since, head }) }
}

async function planPoll(
  { searcher, search }: Reading,
  { start, end, since }: { start: number; end: number; since: string },
): Promise<LogPlan> {
  if (search === null) return EVERYTHING
  if (end - start <= SHORT_WALK) return { ...EVERYTHING, where: conditionOf(search, { behind: start, upTo: end }) }
  return planSearch(searcher, search, { since: await oldestBehind(searcher, start, since), until: null, behind: start })
}

async function bounded(
  reading: Reading,
  place: BoundedCursor | Window,
  order: LogQuery['sortOrder'],
): Promise<LogPage> {
  const { since, until } = place
  const isDown = order === 'DESCENDING'
  const from = 'sequence' in place ? place : { published: isDown ? until : since, sequence: 0 }
  const { search } = reading
  const plan = search === null ? EVERYTHING : await planSearch(reading.searcher, search, { since, until, behind: 0 })
  const rows = await walkByTime({ ...reading, limit: reading.limit + 1 }, restrict(plan, reading.visible), {
    from,
    end: isDown ? since : until,
    isDown,
  })
  const page = rows.slice(0, reading.limit)
  const last = rows.length > reading.limit ? page.at(-1) : undefined
  const next = last ? encodeCursor({ published: last.published, sequence: last.sequence, since, until }) : null
  return { events: page.map(markedPayload), next }
}

interface Window {
  since: string
  until: string
}

/** Default and bounds of the window in time; `until` is exclusive, so "now" takes in this very millisecond. */
function windowOf(service: Service, query: LogQuery): Window {
  const now = Date.parse(service.now())
  const until = query.until ?? new Date(now + 1).toISOString()
  const since = query.since ?? new Date(Date.parse(until) - LIMITS.logDefaultDays * DAY_MS).toISOString()
  if (Date.parse(since) < now - LIMITS.logReachDays * DAY_MS)
    throw new ApiError('E0000053', {
      causes: [causeAt('since', `reaches back at most ${LIMITS.logReachDays} days`, 'query')],
    })
  // Without `until` the clock of a client may well be ahead of ours.
  if (query.until !== undefined && since > until) throw invalid('since', 'must not be after until', 'query')
  return { since, until }
}
