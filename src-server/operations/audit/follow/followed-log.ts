import { Op } from 'sequelize'
import { systemContext } from '#audit-log/request-context.ts'
import { insertRows, type EventRow } from '#audit-log/append-events.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { connections } from '#db/tables/connections.ts'
import { followedLogs, type FollowedLogRecord } from '#db/tables/followed-logs.ts'
import { logImports } from '#db/tables/log-imports.ts'
import type { Service } from '../../service/service.ts'
import { uuidsInLog } from '../transfer/transfer.sql.ts'

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
 * deleted and added again is another.
 */
export function isBeingRemoved(reader: Reader): Promise<boolean> {
  return logImports.exists(reader, { connectionId: { [Op.ne]: null }, state: 'CANCELLED' })
}

/** Events of a remote that were read together, and how far it was read with them. */
export interface FollowedPage {
  readonly rows: readonly EventRow[]
  /** How many cannot be read, and why not the last of them. */
  readonly unreadable: number
  readonly unreadableReason: string | null
  readonly change: Partial<Pick<FollowedLogRecord, 'cursor' | 'lastUuid' | 'lastPublished' | 'sought' | 'isBehind'>>
  /** Whether the event that is sought was not found, so that some may be missing. */
  readonly hasGap: boolean
  /** Whether the remote leads on from it, or it is the end: with something new, or nothing left, former problems are over. */
  readonly isSound: boolean
  readonly isEnd: boolean
}

/**
 * Puts a page into the log together with its cursor, so that no kill loses or doubles an event. What the log has already, by its uuid,
 * stays as it is.
 * @returns how many were added, and how far it was followed; null where it is followed no longer, or from elsewhere
 */
export async function takePage(
  service: Pick<Service, 'write'>,
  { row: before, version, checked }: Followed,
  page: FollowedPage,
): Promise<{ added: number; followed: Followed } | null> {
  return service.write(systemContext(), async (tx) => {
    const now = await readFollowed(tx, before.connectionId)
    // INVARIANT: nothing of a remote comes in once it is not followed, or is another one, or began again.
    if (now?.version !== version || now.row.importId !== before.importId || now.checked !== checked) return null
    const uuids = page.rows.map(([uuid]) => uuid)
    const known = await uuidsInLog(tx, uuids)
    const fresh = page.rows.filter(([uuid]) => !known.has(uuid) && known.add(uuid))
    await insertRows(tx, fresh, before.importId)
    const added = fresh.length
    await count(tx, before.importId, page.rows.length, added)
    const { unreadable, unreadableReason } = page
    const row = await followedLogs.update(tx, now.row, {
      ...page.change,
      ...(unreadable > 0 && { unreadable: now.row.unreadable + unreadable, unreadableReason }),
      ...(page.hasGap && { gapAt: tx.now }),
      ...(page.isSound && (page.isEnd || added > 0) && { followedAt: tx.now, problem: null, problemSince: null }),
    })
    return { added, followed: { row, version, checked: checked + page.rows.length } }
  })
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
