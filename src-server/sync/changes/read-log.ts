import { LIMITS } from '#contract/interface/limits.ts'
import { logEventSchema, type LogEvent, type LogTarget } from '#contract/log/log-event.ts'
import { isObject } from '#contract/interface/schema-tree.ts'
import { valueAt } from '#contract/sync/definition.ts'
import type { Page } from '#db/page.ts'
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

/**
 * Whether an event happened at the remote itself. WHY the others are passed over: a Gatehouse has events of other logs, too, which it has imported or
 * follows. They say nothing of its objects, and come by other clocks.
 */
const isOwn = (event: unknown): boolean => !isObject(valueAt(event, 'gatehouse.import'))

/** Where the log of a remote ends now; null: nothing is in it, or its times are none. @throws RemoteError */
export async function endOfLog({ caller, signal }: Asking): Promise<LogPosition | null> {
  const ask = (query: object) =>
    caller.page('listLogEvents', { query: { sortOrder: 'DESCENDING', limit: LIMITS.syncEventsLate, ...query }, signal })
  const last = await lastOwn(ask)
  const since = last && lateSince(last.published)
  if (!last || !since) return null
  const { items } = await ask({ since })
  return { uuid: last.uuid, published: last.published, recent: items.filter(isOwn).map(({ uuid }) => uuid) }
}

/** The latest event of a remote itself; undefined where there is none among as many as a reading looks at. */
async function lastOwn(ask: (query: object) => Promise<Page<LogEvent>>): Promise<LogEvent | undefined> {
  let page = await ask({ limit: 1 })
  for (let read = 0; page.items.length > 0 && read < LIMITS.syncEvents; read += page.items.length) {
    const own = page.items.find(isOwn)
    if (own || page.next === null) return own
    page = await ask({ after: page.next })
  }
  return undefined
}

/** What of an event says what it may have changed. */
export type LoggedChange = Pick<LogEvent, 'uuid' | 'published' | 'eventType'> & {
  readonly target: readonly Pick<LogTarget, 'id' | 'type' | 'detailEntry' | 'changeDetails'>[]
  /** Of a pull: whether it was only asked for. */
  readonly isAsked: boolean
}

/** What was found in the log since a position. */
type NewEvents =
  | { readonly events: readonly LoggedChange[]; readonly position: LogPosition }
  /** An event is none, so that it names nothing. */
  | 'UNNAMED'
  /** The event of the position is not there: it is too old, or this is another log. */
  | 'GONE'
  | 'TOO_MANY'

/** Events since a position, and late ones from shortly before it. @throws RemoteError */
export async function eventsSince(position: LogPosition, { caller, signal }: Asking): Promise<NewEvents> {
  const since = lateSince(position.published)
  if (since === null) return 'GONE'
  const read: LoggedChange[] = []
  let count = 0
  const limit = LIMITS.page.logs.max
  for (let after: string | undefined; ;) {
    // A cursor goes on from where the list began.
    const query = after === undefined ? { since, limit } : { after, limit }
    const page = await caller.page('listLogEvents', { query, signal })
    const changes = page.items.filter(isOwn).map(changeOf)
    if (!changes.every((change) => change !== null)) return 'UNNAMED'
    read.push(...changes)
    count += page.items.length
    if (count > LIMITS.syncEvents) return 'TOO_MANY'
    // Such a list always has a next page, for those who wait for more.
    if (page.items.length < limit || page.next === null || page.next === after) break
    after = page.next
  }
  if (!read.some(({ uuid }) => uuid === position.uuid)) return 'GONE'
  const seen = new Set(position.recent)
  return { events: read.filter(({ uuid }) => !seen.has(uuid)), position: positionAfter(position, read) }
}

/** What an event says of what it may have changed; null for what is none, or does not say which objects it is about. */
export function changeOf(item: unknown): LoggedChange | null {
  const { data } = logEventSchema.safeParse(item)
  // Targets that are none read as if there were none at all.
  if (!data || (data.target === null && (valueAt(item, 'target') ?? null) !== null)) return null
  const { uuid, published, eventType, debugContext } = data
  const target = (data.target ?? []).map(({ id, type, detailEntry, changeDetails }) => {
    const details = changeDetails === undefined ? {} : { changeDetails }
    return { id, type, detailEntry, ...details }
  })
  if (!target.every(({ id }) => id !== '' && id.isWellFormed())) return null
  return { uuid, published, eventType, target, isAsked: debugContext.debugData['asked'] === true }
}

function positionAfter(before: LogPosition, read: readonly LoggedChange[]): LogPosition {
  const last = read.reduce<Pick<LogEvent, 'uuid' | 'published'>>(
    (latest, event) => (event.published > latest.published ? event : latest),
    before,
  )
  const since = lateSince(last.published) ?? ''
  const recent = read.filter(({ published }) => published >= since).map(({ uuid }) => uuid)
  return { uuid: last.uuid, published: last.published, recent: recent.slice(-LIMITS.syncEventsLate) }
}
