import type { ConnectionFollowing, ConnectionPeople } from '#contract/gatehouse/connection.ts'
import { invalid } from '#contract/interface/api-error.ts'
import { policyResourceTarget, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { connections, type ConnectionRecord } from '#db/tables/connections.ts'
import { followedLogs, type FollowedLogRecord } from '#db/tables/followed-logs.ts'
import { logImports } from '#db/tables/log-imports.ts'

/**
 * Whether the log of a remote is followed from now on.
 * @param given absent: as before; not of a new connection
 * @param people those that the connection takes from now on
 * @throws ApiError E0000001 unless it takes all people
 */
export function settledFollowLog(given: boolean | undefined, people: ConnectionPeople, before?: boolean): boolean {
  const followLog = given ?? before ?? false
  if (followLog && people.mode !== 'ALL')
    throw invalid('followLog', 'is for connections that take all people: the log names those who are left out, too')
  return followLog
}

/**
 * Begins to follow the log of a connection that was just written, or goes on under the name that it has now. WHY another import at
 * another address: it may be another log. What was followed before stays as an import.
 * @throws ApiError E0000001 where another connection follows the same log
 */
export async function settleFollowing(tx: Tx, now: ConnectionRecord, before?: ConnectionRecord): Promise<void> {
  const isAsBefore = before?.followLog && before.address === now.address
  if (now.followLog && !isAsBefore) await assertFollowedOnce(tx, now)
  if (before && before.address !== now.address) await followedLogs.remove(tx, { connectionId: now.id })
  const known = await followedLogs.get(tx, now.id)
  if (known) {
    if (before?.name !== now.name)
      await logImports.update(tx, await logImports.require(tx, known.importId), { name: now.name })
  } else if (now.followLog) await beginFollowing(tx, now)
}

/** WHY: an event comes in once, so two imports would share the log by chance. */
async function assertFollowedOnce(tx: Tx, { id, address }: ConnectionRecord): Promise<void> {
  const following = await connections.findAll(tx, { where: { followLog: true, address }, order: ['id'] })
  const other = following.find((one) => one.id !== id)
  if (other) throw invalid('followLog', `is on for the connection “${other.name}”, which has the same address`)
}

async function beginFollowing(tx: Tx, connection: ConnectionRecord): Promise<void> {
  const { id: connectionId, name } = connection
  const id = tx.newId('logImport')
  await logImports.insert(tx, { id, name, state: 'READY', connectionId, created: tx.now })
  await followedLogs.insert(tx, { connectionId, importId: id })
  tx.record({
    type: 'system.import.start',
    targets: [policyResourceTarget('LogImport', { id, name }), targetOf('connection', connection)],
  })
}

/** How far the logs of connections were followed, by the connection; without those that never were. */
export async function followingOf(
  reader: Reader,
  connectionIds: readonly string[],
): Promise<ReadonlyMap<string, ConnectionFollowing>> {
  const rows = await followedLogs.findAll(reader, { where: { connectionId: [...connectionIds] } })
  const imports = await logImports.byId(
    reader,
    rows.map(({ importId }) => importId),
  )
  return new Map(rows.map((row) => [row.connectionId, viewOf(row, imports.get(row.importId))]))
}

function viewOf(row: FollowedLogRecord, counts: { added: number; known: number } | undefined): ConnectionFollowing {
  const { importId, followedAt, isBehind, unreadable, unreadableReason, gapAt, problem, problemSince } = row
  const { added = 0, known = 0 } = counts ?? {}
  return {
    ...{ importId, followedAt, newest: row.lastPublished, isBehind, added, known },
    ...{ unreadable, unreadableReason, gapAt, problem, problemSince },
  }
}

/** The imports that grow with the logs of remotes now. */
export async function followedImports(reader: Reader): Promise<ReadonlySet<string>> {
  const following = await connections.findAll(reader, { where: { followLog: true } })
  const rows = await followedLogs.findAll(reader, { where: { connectionId: following.map(({ id }) => id) } })
  return new Set(rows.map(({ importId }) => importId))
}

/**
 * Has the connection of an import that is to be removed begin again, if it follows later.
 * @throws ApiError E0000001 while it follows
 */
export async function stopBelongingTo(tx: Tx, importId: string): Promise<void> {
  if ((await followedImports(tx)).has(importId))
    throw invalid('importId', 'is the log of a connection that follows it: turn that off first', 'path')
  for (const { connectionId } of await followedLogs.findAll(tx, { where: { importId } }))
    await followedLogs.remove(tx, { connectionId })
}

/**
 * Has the followed logs begin again that passed over events as known: an import that was just removed may have had them. What is in the log
 * still is passed over once more.
 */
export async function readKnownAgain(tx: Tx): Promise<void> {
  for (const row of await followedLogs.findAll(tx, {})) {
    const counts = await logImports.require(tx, row.importId)
    if (counts.known === 0) continue
    await logImports.update(tx, counts, { checked: counts.checked - counts.known, known: 0 })
    await followedLogs.update(tx, row, {
      ...{ cursor: null, lastUuid: null, lastPublished: null, sought: null },
      ...{ isBehind: true, unreadable: 0, unreadableReason: null },
    })
  }
}
