import { z } from 'zod'
import { ApiError, invalid } from '../../contract/api-error.ts'
import { timestampSchema } from '../../contract/fields.ts'
import { LIMITS } from '../../contract/limits.ts'
import { invalidCursor } from '../page.ts'
import type { Service } from '../service.ts'

export interface LogQuery {
  since?: string
  until?: string
  after?: string
  sortOrder: 'ASCENDING' | 'DESCENDING'
  limit: number
}

/** Events as stored, each JSON text, and the cursor to go on from; a poll has one always (spec/4 §3.1). */
export interface LogPage {
  events: string[]
  next: string | null
}

interface Row {
  sequence: number
  published: string
  payload: string
}

/** Where a poll stands: behind this number in the order of writing; older events than `since` never belong to it. */
interface PollCursor {
  poll: number
  since: string
}

/** Where a page of a bounded query ended, with the bounds, so that every page sees the same window. */
interface BoundedCursor {
  published: string
  sequence: number
  since: string
  until: string
}
type Cursor = PollCursor | BoundedCursor

const DAY_MS = 86_400_000

/**
 * Reads the audit log. Ascending without `until` is a poll, in the order of writing, so that an event that was
 * committed late is never missed; all else is bounded, in the order of time.
 */
export async function listLogEvents(service: Service, query: LogQuery): Promise<LogPage> {
  const cursor = query.after === undefined ? null : decode(query.after)
  if (cursor && query.since) throw invalid('after', 'does not go together with since', 'query')
  const isPoll = query.sortOrder === 'ASCENDING' && query.until === undefined
  if (cursor && isPoll !== 'poll' in cursor) throw invalidCursor()
  return isPoll
    ? poll(service, query, cursor as PollCursor | null)
    : bounded(service, query, cursor as BoundedCursor | null)
}

async function poll(service: Service, query: LogQuery, cursor: PollCursor | null): Promise<LogPage> {
  const { since } = cursor ?? windowOf(service, query)
  const start = cursor?.poll ?? (await startOfPoll(service, since))
  const rows = await service.store.read.all<Row>(
    'SELECT sequence, published, payload FROM log_events WHERE sequence > ? AND published >= ? ORDER BY sequence LIMIT ?',
    [start, since, query.limit],
  )
  return {
    events: rows.map((row) => row.payload),
    next: encode({ poll: rows.at(-1)?.sequence ?? start, since }),
  }
}

/**
 * The number that a poll begins behind: just before the first event of its window, or the newest of all. WHY not 0: a
 * walk in the order of writing would pass every older event first, where the index on time finds the place at once.
 */
async function startOfPoll(service: Service, since: string): Promise<number> {
  const sql = `SELECT coalesce((SELECT min(sequence) - 1 FROM log_events WHERE published >= ?),
    (SELECT max(sequence) FROM log_events), 0) AS start`
  return (await service.store.read.first<{ start: number }>(sql, [since]))?.start ?? 0
}

async function bounded(service: Service, query: LogQuery, cursor: BoundedCursor | null): Promise<LogPage> {
  const { since, until } = cursor ?? windowOf(service, query)
  const down = query.sortOrder === 'DESCENDING'
  const from = cursor ?? (down ? { published: '~', sequence: 0 } : { published: '', sequence: 0 })
  const rows = await service.store.read.all<Row>(
    `SELECT sequence, published, payload FROM log_events
     WHERE published >= ? AND published < ? AND (published, sequence) ${down ? '<' : '>'} (?, ?)
     ORDER BY published ${down ? 'DESC' : ''}, sequence ${down ? 'DESC' : ''} LIMIT ?`,
    [since, until, from.published, from.sequence, query.limit + 1],
  )
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const next = rows.length > query.limit && last ? { ...last, since, until } : null
  return {
    events: page.map((row) => row.payload),
    next: next && encode({ published: next.published, sequence: next.sequence, since, until }),
  }
}

/** Default and bounds of the window in time; `until` is exclusive, so "now" takes in this very millisecond. */
function windowOf(service: Service, query: LogQuery): { since: string; until: string } {
  const now = Date.parse(service.now())
  const until = query.until ?? new Date(now + 1).toISOString()
  const since = query.since ?? new Date(Date.parse(until) - LIMITS.logDefaultDays * DAY_MS).toISOString()
  if (Date.parse(since) < now - LIMITS.logReachDays * DAY_MS)
    throw new ApiError('E0000053', {
      causes: [
        {
          errorSummary: `since: reaches back at most ${LIMITS.logReachDays} days`,
          location: 'since',
          locationType: 'query',
        },
      ],
    })
  // Without `until` the clock of a client may well be ahead of ours.
  if (query.until !== undefined && since > until) throw invalid('since', 'must not be after until', 'query')
  return { since, until }
}

function encode(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

const placeSchema = z.int().min(0)
const cursorSchema: z.ZodType<Cursor> = z.union([
  z.strictObject({ poll: placeSchema, since: timestampSchema }),
  z.strictObject({ published: timestampSchema, sequence: placeSchema, since: timestampSchema, until: timestampSchema }),
])

/** @throws E0000029 for a text that `encode` did not make */
function decode(text: string): Cursor {
  try {
    const cursor = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (encode(cursor) === text) return cursor
  } catch {
    // Falls through: not one of ours.
  }
  throw invalidCursor()
}
