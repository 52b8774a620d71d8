import { AsyncLocalStorage } from 'node:async_hooks'
import { LOG_PAGES, type Connection } from './connection.ts'
import { resultClass } from './driver.ts'
import { driverError, withDriverErrors } from './errors.ts'
import type { FileWatch } from './file-watch.ts'
import { WriteTransaction } from './transaction.ts'

/** The write that the running code belongs to; `isOpen` until its transaction has ended. */
const writes = new AsyncLocalStorage<{ isOpen: boolean }>()

/** @throws Error inside a write, where another would wait for it without end */
export function refuseNestedWrite(): void {
  if (writes.getStore()?.isOpen)
    throw new Error('a write was begun inside a write; pass the transaction on to the use case that it calls')
}

const NO_ROOM: ReadonlySet<string> = new Set(['SQLITE_FULL', 'SQLITE_IOERR'])
const isOutOfRoom = (error: unknown) => {
  const { code } = driverError(error) ?? {}
  return code !== undefined && NO_ROOM.has(resultClass(code))
}

/**
 * Moves the write-ahead log into the file, after which it begins at its start again, and keeps it short from then on. WHY: only commits
 * move it by themselves, and on a full disk none comes about, so that a log that has the disk's last room would stop all writes.
 */
async function makeRoom(connection: Connection): Promise<void> {
  await connection
    .exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES.short}; PRAGMA wal_checkpoint(PASSIVE)`)
    .catch(() => {})
}

/**
 * Runs work in a transaction of its own, which is taken back where the work fails.
 * @param watch of the file, which must still be there when it is committed
 */
export async function inTransaction<T>(
  connection: Connection,
  work: (tx: WriteTransaction) => Promise<T>,
  watch: FileWatch,
): Promise<{ value: T; tx: WriteTransaction }> {
  const scope = { isOpen: true }
  const transaction = await withDriverErrors(connection.models.sequelize.transaction())
  const tx = new WriteTransaction(connection, transaction)
  try {
    const value = await writes.run(scope, () => work(tx))
    await tx.end()
    // So that what is refused was not done either; what happens from here on is seen after the commit.
    watch.require()
    await withDriverErrors(transaction.commit())
    return { value, tx }
  } catch (error) {
    await tx.end()
    // Sequelize does nothing after a commit that failed. After some errors, such as a full disk, SQLite has rolled back by itself.
    await transaction.rollback().catch(() => connection.run('ROLLBACK').catch(() => {}))
    if (isOutOfRoom(error)) await makeRoom(connection)
    throw error
  } finally {
    scope.isOpen = false
  }
}
