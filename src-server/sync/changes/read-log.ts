import { LIMITS } from '#contract/interface/limits.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import type { Caller } from '#operations/service/caller.ts'

/** How far the log of a remote is read. */
export interface LogPosition {
  /** The last event, and when it happened by the clock of the remote. */
  readonly uuid: string
  readonly published: string
  /** Events not long before it, by their ids: what else comes from that time was late. */
  readonly recent: readonly string[]
}

interface Asking {
  caller: Caller
  signal?: AbortSignal | undefined
}

/** When what may still be late happened at the earliest; null for a time that is none. */
function lateSince(published: string): string | null {
  const at = Date.parse(published) - LIMITS.syncEventsLateMs
  return Number.isNaN(at) || at < 0 ? null : new Date(at).toISOString()
}

/** Where the log of a remote ends now; null: nothing is in it, or its times are none. @throws RemoteError */
export async function endOfLog({ caller, signal }: Asking): Promise<LogPosition | null> {
  const ask = (query: object) =>
    caller.page('listLogEvents', { query: { sortOrder: 'DESCENDING', limit: LIMITS.syncEventsLate, ...query }, signal })
  const [last] = (await ask({ limit: 1 })).items
  const since = last && lateSince(last.published)
  if (!last || !since) return null
  const { items } = await ask({ since })
  return { uuid: last.uuid, published: last.published, recent: items.map(({ uuid }) => uuid) }
}

/** What was found in the log since a position. */
export type NewEvents =
  | { readonly events: readonly LogEvent[]; readonly position: LogPosition }
  /** The event of the position is not there: it is too old, or this is another log. */
  | 'GONE'
  | 'TOO_MANY'

/** Events since a position, and late ones from shortly before it. @throws RemoteError */
export async function eventsSince(position: LogPosition, { caller, signal }: Asking): Promise<NewEvents> {
  const since = lateSince(position.published)
  if (since === null) return 'GONE'
  const read: LogEvent[] = []
  for (let after: string | undefined; ;) {
    const query = { since, limit: LIMITS.page.logs.max, ...(after === undefined ? {} : { after }) }
    const page = await caller.page('listLogEvents', { query, signal })
    read.push(...page.items)
    if (read.length > LIMITS.syncEvents) return 'TOO_MANY'
    // Such a list always has a next page, for those who wait for more.
    if (page.items.length < query.limit || page.next === null || page.next === after) break
    after = page.next
  }
  if (!read.some(({ uuid }) => uuid === position.uuid)) return 'GONE'
  const seen = new Set(position.recent)
  return { events: read.filter(({ uuid }) => !seen.has(uuid)), position: positionAfter(position, read) }
}

function positionAfter(before: LogPosition, read: readonly LogEvent[]): LogPosition {
  const last = read.reduce<Pick<LogEvent, 'uuid' | 'published'>>(
    (latest, event) => (event.published > latest.published ? event : latest),
    before,
  )
  const since = lateSince(last.published) ?? ''
  const recent = read.filter(({ published }) => published >= since).map(({ uuid }) => uuid)
  return { uuid: last.uuid, published: last.published, recent: recent.slice(-LIMITS.syncEventsLate) }
}
