import { LIMITS } from '#contract/interface/limits.ts'
import type { FollowedLogRecord } from '#db/tables/followed-logs.ts'
import { retentionDays } from '#operations/audit/proof/retention-setting.ts'
import type { Service } from '#operations/service/service.ts'
import type { RemoteClient } from '../remote/remote-client.ts'
import { RemoteError } from '../remote/remote-error.ts'
import { clockOf } from '../remote/remotes.ts'
import { SyncError } from '../sync-error.ts'

/** A page of the poll of a remote. */
export interface Poll {
  items: readonly unknown[]
  /** The cursor to go on with; null where the remote says none. */
  next: string | null
  /** Whether it began again, by time. */
  isByTime: boolean
  /** When it was read, by the clock of the remote. */
  readAt: string
}

/** How the poll of a remote is read in one run. */
export interface Asking {
  service: Service
  remote: RemoteClient
  signal: AbortSignal
  /** Events of a page: fewer for the rest of a run, once as many were too long together. */
  limit: number
}

type Place = Pick<FollowedLogRecord, 'cursor' | 'lastPublished' | 'endedAt'>
type Query = { after: string } | { since: string }

/** What follows in the log of a remote. A place that the remote no longer knows is found again by time. @throws RemoteError; SyncError */
export async function readPoll(asking: Asking, place: Place): Promise<Poll> {
  const { cursor } = place
  const now = () => new Date(clockOf(asking.service, asking.remote) ?? asking.service.clock()).toISOString()
  if (cursor !== null) {
    const found = await readPage(asking, { after: cursor }).catch((error: unknown) => {
      if (isUnknownPlace(error)) return null
      throw error
    })
    if (found) return { ...found, isByTime: false, readAt: now() }
  }
  const began = await readPage(asking, { since: await startOf(asking, place) })
  return { ...began, isByTime: true, readAt: now() }
}

const isUnknownPlace = (error: unknown): boolean =>
  error instanceof RemoteError && (error.problem === 'INVALID' || error.problem === 'NOT_FOUND')

const WAY_ON =
  'for a single event: what follows it comes once the remote no longer keeps that event; until then a file of its log can be imported.'

/**
 * A page as large as may be; of events that are too long for that together, fewer.
 * @throws SyncError where one alone is too long; RemoteError
 */
async function readPage(asking: Asking, from: Query): Promise<Pick<Poll, 'items' | 'next'>> {
  const { remote, signal, limit } = asking
  try {
    return await remote.page('listLogEvents', { query: { ...from, limit }, signal })
  } catch (error) {
    if (!(error instanceof RemoteError) || error.problem !== 'TOO_LONG') throw error
    if (limit === 1) throw new SyncError(`${error.message.replace(/\.$/, '')}, ${WAY_ON}`)
    asking.limit = Math.ceil(limit / 10)
    return readPage(asking, from)
  }
}

const DAY_MS = 86_400_000

/**
 * The time to begin at, by the clock of the remote: ours may be another one. WHY not the last event alone: it may be dated in the future, and what was
 * written after it lies before it.
 */
async function startOf(asking: Asking, { lastPublished, endedAt }: Place): Promise<string> {
  const { service } = asking
  const now = await remoteNow(asking)
  const kept = (await retentionDays(service.reader)) ?? LIMITS.followReachDays
  const days = Math.min(kept, LIMITS.followReachDays)
  const reach = now - days * DAY_MS + LIMITS.syncEventsLateMs
  const places = lastPublished === null ? [] : [lastPublished, endedAt ?? lastPublished]
  const past = places.map((moment) => Date.parse(moment)).filter((time) => time <= now)
  const start = past.length === 0 ? reach : Math.min(...past) - LIMITS.followOverlapMs
  return new Date(Math.max(reach, start)).toISOString()
}

/** @returns milliseconds since the epoch */
async function remoteNow({ service, remote, signal }: Asking): Promise<number> {
  if (clockOf(service, remote) === null)
    await remote.page('listLogEvents', { query: { sortOrder: 'DESCENDING', limit: 1 }, signal })
  return clockOf(service, remote) ?? service.clock()
}
