import { ApiError, invalid } from '../../contract/api-error.ts'
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

/**
 * Where the last page ended: a sequence number in a poll, time and sequence in a bounded query, which also carries
 * its bounds so that every page sees the same window.
 */
type Cursor = { poll: number } | { published: string; sequence: number; since: string; until: string }

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
  return isPoll ? poll(service, query, cursor as { poll: number } | null) : bounded(service, query, cursor)
}

async function poll(service: Service, query: LogQuery, cursor: { poll: number } | null): Promise<LogPage> {
  const since = cursor ? '' : windowOf(service, query).since
  const rows = await service.store.read.all<Row>(
    'SELECT sequence, published, payload FROM log_events WHERE sequence > ? AND published >= ? ORDER BY sequence LIMIT ?',
    [cursor?.poll ?? 0, since, query.limit],
  )
  return { events: rows.map((row) => row.payload), next: encode({ poll: rows.at(-1)?.sequence ?? cursor?.poll ?? 0 }) }
}

async function bounded(service: Service, query: LogQuery, cursor: Cursor | null): Promise<LogPage> {
  const place = cursor && 'published' in cursor ? cursor : null
  const { since, until } = place ?? windowOf(service, query)
  const down = query.sortOrder === 'DESCENDING'
  const from = place ?? (down ? { published: '~', sequence: 0 } : { published: '', sequence: 0 })
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
  if (since > until) throw invalid('since', 'must not be after until', 'query')
  return { since, until }
}

function encode(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

function decode(text: string): Cursor {
  try {
    const value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Record<string, unknown>
    if (Number.isSafeInteger(value['poll'])) return { poll: value['poll'] as number }
    const { published, sequence, since, until } = value
    if ([published, since, until].every((part) => typeof part === 'string') && Number.isSafeInteger(sequence))
      return { published, sequence, since, until } as Cursor
  } catch {
    // Falls through: not one of ours.
  }
  throw invalidCursor()
}
