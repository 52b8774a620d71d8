import { LIMITS } from '#contract/interface/limits.ts'
import { isBeingRemoved, takePage, type Followed, type FollowedPage } from '#operations/audit/follow/followed-log.ts'
import { isAnyOfImport } from '#operations/audit/transfer/transfer.sql.ts'
import { requestColumns } from '#operations/audit/count/columns-job.ts'
import type { Service } from '#operations/service/service.ts'
import { remoteOf } from '../remote/remotes.ts'
import { SyncError } from '../sync-error.ts'
import { followedOrganization } from './followed-organization.ts'
import { readEvents, type ReadEvents } from './read-events.ts'
import { readPoll, type Asking, type Poll } from './read-poll.ts'

/** What one run has read. */
interface Run {
  pages: number
  characters: number
  added: number
  /** The cursors that it was led to. */
  seen: Set<string>
  /** The events that were read, and how many of them were read more than once. */
  uuids: Set<string>
  doubles: number
  /** Whether it passes over what was read before the place was lost. */
  isOverlap: boolean
}

const hasRoom = ({ pages, characters }: Run) => pages < LIMITS.followPages && characters < LIMITS.followCharacters

/**
 * Reads the log of a remote on from where it was, page by page, until it ends or enough was read for one run.
 * @throws RemoteError; SyncError for a log that cannot be followed as it is
 */
export async function followLog(service: Service, start: Followed, signal: AbortSignal): Promise<void> {
  if (await isBeingRemoved(service.reader)) throw new SyncError('It waits until what was followed before is removed.')
  const remote = await remoteOf(service, service.reader, start.row.connectionId)
  const run: Run = {
    ...{ pages: 0, characters: 0, added: 0, doubles: 0 },
    ...{ seen: new Set(), uuids: new Set(), isOverlap: start.row.sought !== null },
  }
  const asking: Asking = { service, remote, signal, limit: LIMITS.page.logs.max }
  let followed: Followed | null = start
  try {
    const organization = await followedOrganization(remote, start.row, signal)
    while (followed && hasRoom(run)) {
      const poll = await readPoll(asking, followed.row)
      const events = await readEvents(poll.items, signal)
      const trouble = troubleOf(followed, poll, run)
      const page = pageOf(followed, poll, events, trouble === null)
      const taken = await takePage(service, followed, { ...page, change: { ...page.change, ...organization } })
      run.pages += 1
      run.characters += events.characters
      run.added += taken?.added ?? 0
      noteRead(run, poll, events)
      if (trouble !== null) throw new SyncError(trouble)
      if (!taken || poll.items.length === 0) return
      followed = taken.followed
    }
    if (run.added === 0 && (await isLedAround(service, followed, run)))
      throw new SyncError(`${run.pages} pages in a row held nothing but events that are here already.`)
  } finally {
    await remote.flush()
    if (run.added > 0) await requestColumns(service)
  }
}

function noteRead(run: Run, { isByTime }: Poll, { rows }: ReadEvents): void {
  run.isOverlap ||= isByTime
  for (const [uuid] of rows) {
    if (run.uuids.has(uuid)) run.doubles += 1
    run.uuids.add(uuid)
  }
}

/**
 * Whether a run that found nothing new was led around. It was not where it only passes over what came another way, as with a connection that
 * was deleted, or what was read before the place was lost.
 */
async function isLedAround(
  service: Service,
  followed: Followed | null,
  { uuids, doubles, isOverlap }: Run,
): Promise<boolean> {
  if (!followed || doubles > 0) return doubles > 0
  return !isOverlap && isAnyOfImport(service.reader, [...uuids], followed.row.importId)
}

/** Why a page is the last one that can be read, in one sentence; null where the remote leads on, or ends. */
function troubleOf({ row }: Followed, { next, items }: Poll, { seen }: Run): string | null {
  if (items.length === 0) return null
  if (next === null) return 'The remote did not say where its log goes on.'
  if (next === row.cursor || seen.has(next)) return 'The remote led to a page of its log that was read before.'
  seen.add(next)
  return null
}

function pageOf({ row }: Followed, poll: Poll, events: ReadEvents, isSound: boolean): FollowedPage {
  const { last, rows, unreadable, unreadableReason } = events
  // Where the place is lost again before the end, what was sought is still sought.
  const sought = poll.isByTime ? (row.sought ?? row.lastUuid) : row.sought
  const isFound = sought !== null && rows.some(([uuid]) => uuid === sought)
  const isEnd = poll.items.length === 0
  return {
    ...{ rows, unreadable, unreadableReason },
    change: {
      cursor: poll.next ?? row.cursor,
      ...(last && { lastUuid: last.uuid, lastPublished: last.published }),
      sought: isFound || isEnd ? null : sought,
      isBehind: !isEnd,
      ...(isEnd && { endedAt: poll.readAt }),
    },
    hasGap: isEnd && sought !== null,
    ...{ isSound, isEnd },
  }
}
