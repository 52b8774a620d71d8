import { setImmediate as breathe } from 'node:timers/promises'
import { Op } from 'sequelize'
import { systemContext } from '#audit-log/request-context.ts'
import type { EventRow } from '#audit-log/append-events.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { connections } from '#db/tables/connections.ts'
import { followedLogs, type FollowedLogRecord } from '#db/tables/followed-logs.ts'
import { logImports } from '#db/tables/log-imports.ts'
import { activeJob } from '../../jobs/queue-job.ts'
import type { Service } from '../../service/service.ts'
import { batchesOf, insertUnknown, type EventBatch } from '../transfer/event-batch.ts'

/** A log that is followed now. */
export interface Followed {
  readonly row: FollowedLogRecord
  /** When its connection was last changed: what was read before that is not taken. */
  readonly version: string
  /** How many events were read; another number elsewhere: it began again meanwhile. */
  readonly checked: number
}

/** The ids of the connections whose logs are followed. */
export async function followedConnections(reader: Reader): Promise<string[]> {
  return (await connections.findAll(reader, { where: { followLog: true }, order: ['id'] })).map(({ id }) => id)
}

/** How far a log was followed; null where it is followed no longer. */
export async function readFollowed(reader: Reader, connectionId: string): Promise<Followed | null> {
  const connection = await connections.get(reader, connectionId)
  const row = await followedLogs.get(reader, connectionId)
  if (!connection?.followLog || !row) return null
  const { checked } = await logImports.require(reader, row.importId)
  return { row, version: connection.lastUpdated, checked }
}

/**
 * Whether events that were followed before are just being removed: the log has them still, and will not. WHY of any connection: one that is
 * deleted and added again is another. A removal that has failed is not waited for, as it may never go on; once it does, what was passed over as known
 * is read again.
 */
export async function isBeingRemoved(reader: Reader): Promise<boolean> {
  const leaving = await logImports.findAll(reader, { where: { connectionId: { [Op.ne]: null }, state: 'CANCELLED' } })
  for (const { id } of leaving) if (await activeJob(reader, 'logImportRemoval', id)) return true
  return false
}

/** What says how far a log was read, and whose it is. */
type PlaceField =
  'organizationId' | 'organizationName' | 'cursor' | 'lastUuid' | 'lastPublished' | 'endedAt' | 'sought' | 'isBehind'

/** Events of a remote that were read together, and how far it was read with them. */
export interface FollowedPage {
  readonly rows: readonly EventRow[]
  /** How many cannot be read, and why not the last of them. */
  readonly unreadable: number
  readonly unreadableReason: string | null
  readonly change: Partial<Pick<FollowedLogRecord, PlaceField>>
  /** Whether the event that is sought was not found, so that some may be missing. */
  readonly hasGap: boolean
  /** Whether the remote leads on from it, or it is the end: with something new, or nothing left, former problems are over. */
  readonly isSound: boolean
  readonly isEnd: boolean
}

/**
 * Puts a page into the log, a batch in each transaction, the last one with the cursor: a page that was cut is read again, and what the log
 * has already, by its uuid, stays as it is.
 * @returns how many were added, and how far it was followed; null where it is followed no longer, or from elsewhere
 */
export async function takePage(
  service: Pick<Service, 'write'>,
  start: Followed,
  page: FollowedPage,
): Promise<Taken | null> {
  const batches = batchesOf(page.rows)
  let taken: Taken = { added: 0, followed: start }
  for (const [at, batch] of batches.entries()) {
    if (at > 0) await breathe()
    const isLast = at === batches.length - 1
    const before = taken
    const now = await service.write(systemContext(), async (tx) => {
      const added = await takeBatch(tx, before, batch)
      return added && isLast ? moveOn(tx, added, page) : added
    })
    if (!now) return null
    taken = now
  }
  return taken
}

/** What came of a page so far. */
interface Taken {
  added: number
  followed: Followed
}

async function takeBatch(tx: Tx, { added: before, followed }: Taken, batch: EventBatch): Promise<Taken | null> {
  const { connectionId, importId } = followed.row
  const now = await readFollowed(tx, connectionId)
  // INVARIANT: nothing of a remote comes in once it is not followed, or is another one, or began again.
  const isSame = now?.version === followed.version && now.row.importId === importId && now.checked === followed.checked
  if (!isSame) return null
  const added = await insertUnknown(tx, batch, importId)
  await count(tx, importId, batch.rows.length, added)
  return { added: before + added, followed: { ...now, checked: now.checked + batch.rows.length } }
}

/** Notes that a page was taken: the next run begins behind it. */
async function moveOn(tx: Tx, { added, followed }: Taken, page: FollowedPage): Promise<Taken> {
  const { unreadable, unreadableReason } = page
  const row = await followedLogs.update(tx, followed.row, {
    ...page.change,
    ...(unreadable > 0 && { unreadable: followed.row.unreadable + unreadable, unreadableReason }),
    ...(page.hasGap && { gapAt: tx.now }),
    ...(page.isSound && (page.isEnd || added > 0) && { followedAt: tx.now, problem: null, problemSince: null }),
  })
  return { added, followed: { ...followed, row } }
}

async function count(tx: Tx, importId: string, read: number, added: number): Promise<void> {
  if (read === 0) return
  const row = await logImports.require(tx, importId)
  await logImports.update(tx, row, {
    ...{ checked: row.checked + read, added: row.added + added, known: row.known + read - added },
  })
}

/** Notes why a log could not be followed, unless its connection was changed meanwhile. @param problem one sentence */
export async function noteProblem(
  { write }: Pick<Service, 'write'>,
  { row: { connectionId }, version }: Followed,
  problem: string,
): Promise<void> {
  await write(systemContext(), async (tx) => {
    const now = await readFollowed(tx, connectionId)
    if (now?.version !== version) return
    await followedLogs.update(tx, now.row, { problem, problemSince: now.row.problemSince ?? tx.now })
  })
}
