import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'sequelize'
import { LOG_PAGES, type Connection } from './connection.ts'
import { resultClass } from './driver.ts'
import { driverError, withDriverErrors } from './errors.ts'
import type { FileWatch } from './file-watch.ts'
import { WriteTransaction } from './transaction.ts'

/** The write transaction of the running code; `isOpen` until it has ended. */
const writes = new AsyncLocalStorage<{ isOpen: boolean }>()

/** @throws Error inside a write: a second one would wait for the first, a deadlock */
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
 * Moves the write-ahead log into the file, so that it restarts at its beginning, and limits its size from then on. WHY: normally only a
 * commit moves it, and on a full disk no commit succeeds, so that a log that fills the disk would stop all writes.
 */
async function makeRoom(connection: Connection): Promise<void> {
  await connection
    .exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES.short}; PRAGMA wal_checkpoint(PASSIVE)`)
    .catch(() => {})
}

/**
 * Runs work in a transaction, which is rolled back if the work fails.
 * @param watch of the file, which must still be in its place at the commit
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
    const value = await writes.run(scope, () => work(tx)).finally(() => tx.end())
    // So that what is refused was not done either; what happens from here on is seen after the commit.
    watch.require()
    await commit(connection, transaction)
    return { value, tx }
  } catch (error) {
    // Nothing, if the commit failed and was rolled back.
    await transaction.rollback().catch(() => {})
    if (isOutOfRoom(error)) await makeRoom(connection)
    throw error
  } finally {
    scope.isOpen = false
  }
}

/** Commits; a commit that fails is rolled back here, because Sequelize does nothing more for its transaction. */
async function commit(connection: Connection, transaction: Transaction): Promise<void> {
  try {
    await withDriverErrors(transaction.commit())
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => {})
    connection.renewModels()
    throw error
  }
}
