import { Sequelize, Transaction } from 'sequelize'
import { loadDriver } from './driver.ts'
import { translateDatabaseError } from './errors.ts'
import { MIGRATIONS } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'
import { initModels, type Models } from './models/index.ts'
import { openFile } from './open-file.ts'
import { makeSearches, type Searches } from './searches.ts'
import { BUSY_TIMEOUT, Statements } from './statements.ts'

/** One write: everything inside shares the transaction, or nothing happens. */
export interface WriteScope {
  readonly transaction: Transaction
  /** Prepared statements on the writing connection, inside the same transaction. */
  readonly statements: Statements
}

/** An open workspace file. */
export interface Store {
  readonly file: string
  readonly models: Models
  /** Prepared reads; never sees an uncommitted write. */
  readonly read: Statements
  /** Whether the file was made by this opening; and the backup that was taken before migrating, if any. */
  readonly created: boolean
  readonly migrationBackup: string | null
  /**
   * Runs a write transaction; writes queue up, one at a time, because SQLite has one writer and refuses the second
   * (measured in the stack notes). `committed` is called before the next write begins.
   */
  write<T>(work: (scope: WriteScope) => Promise<T>, committed?: () => void): Promise<T>
  /** Several reads that see one moment, whatever is written meanwhile. */
  consistentRead<T>(work: (read: Statements) => Promise<T>): Promise<T>
  /** Reads whose cost a client's query decides: bounded in time, beside the ordinary ones. */
  readonly searches: Searches
  /** Copies the whole workspace to another file while it stays in use. */
  backup(to: string): Promise<void>
  /** Moves the write-ahead log into the file, as after a bulk load, as far as no reader holds it. */
  checkpoint(): Promise<void>
  /** Waits for the queue, then closes. */
  close(): Promise<void>
}

/**
 * Opens a workspace file, making or migrating it as needed.
 * @throws StartError
 */
export async function openStore(
  file: string,
  now: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<Store> {
  const driver = await loadDriver()
  const opened = await openFile(driver, file, now, migrations)
  try {
    const mode = driver.OPEN_READWRITE
    const open = () => Statements.open(driver, file, mode)
    const connections = {
      read: await open(),
      consistent: await open(),
      writing: await open(),
      searching: [await open(), await open()],
    }
    return makeStore(file, opened, connectSequelize(driver, file, connections), connections)
  } catch (error) {
    await opened.release()
    throw error
  }
}

/** How long a checkpoint waits for readers; what it cannot move now, a later commit does. */
const CHECKPOINT_WAIT_MS = 100

interface Connections {
  read: Statements
  consistent: Statements
  writing: Statements
  searching: Statements[]
}

/** Runs jobs one after the other; a failed one does not stop the next. */
function makeQueue(): <T>(job: () => Promise<T>) => Promise<T> {
  let tail: Promise<unknown> = Promise.resolve()
  return (job) => {
    const result = tail.then(job, job)
    tail = result.catch(() => {})
    return result
  }
}

/**
 * Gives the object mapper our two connections: transactions get the writing one, all else the reading one. WHY: left
 * alone it opens and closes a connection for each transaction, without our settings.
 */
function connectSequelize(driver: object, file: string, { read, writing }: Connections): Sequelize {
  const sequelize = new Sequelize({ dialect: 'sqlite', dialectModule: driver, storage: file, logging: false })
  Object.assign((sequelize as unknown as { connectionManager: object }).connectionManager, {
    getConnection: (options?: { uuid?: string }) =>
      Promise.resolve(options?.uuid && options.uuid !== 'default' ? writing.raw : read.raw),
    releaseConnection: () => {},
    // After a full disk SQLite has rolled back by itself; the connection is sound.
    destroyConnection: () => Promise.resolve(),
    close: () => Promise.resolve(),
  })
  return sequelize
}

/**
 * One write transaction on the writing connection, shared by models and statements. WHY not the object mapper's own: its
 * beginning and end cost as much as all else of a small write (measured).
 */
async function inTransaction<T>(
  sequelize: Sequelize,
  writing: Statements,
  work: (scope: WriteScope) => Promise<T>,
): Promise<T> {
  const transaction = new Transaction(sequelize, {})
  const state = transaction as unknown as { connection: object; finished?: 'commit' | 'rollback' }
  state.connection = writing.raw
  await writing.run('BEGIN IMMEDIATE')
  try {
    const value = await work({ transaction, statements: writing })
    await writing.run('COMMIT')
    state.finished = 'commit'
    return value
  } catch (error) {
    state.finished = 'rollback'
    // After some errors, such as a full disk, SQLite has rolled back by itself.
    await writing.run('ROLLBACK').catch(() => {})
    throw error
  }
}

function makeStore(
  file: string,
  opened: Awaited<ReturnType<typeof openFile>>,
  sequelize: Sequelize,
  connections: Connections,
): Store {
  const { read, consistent, writing } = connections
  const searches = makeSearches(connections.searching)
  const enqueueWrite = makeQueue()
  const enqueueRead = makeQueue()

  return {
    file,
    models: initModels(sequelize),
    read,
    searches,
    created: opened.created,
    migrationBackup: opened.backup,
    write: (work, committed) =>
      enqueueWrite(async () => {
        try {
          const value = await inTransaction(sequelize, writing, work)
          committed?.()
          return value
        } catch (error) {
          throw translateDatabaseError(error)
        }
      }),
    consistentRead: (work) =>
      enqueueRead(async () => {
        await consistent.exec('BEGIN')
        try {
          return await work(consistent)
        } finally {
          await consistent.exec('COMMIT')
        }
      }),
    backup: (to) => enqueueWrite(async () => void (await writing.run('VACUUM INTO ?', [to]))),
    // WHY so short: a reader that holds one moment, as a verification does, would hold up all writes for as long.
    checkpoint: () =>
      enqueueWrite(() =>
        writing
          .exec(`PRAGMA busy_timeout = ${CHECKPOINT_WAIT_MS}; PRAGMA wal_checkpoint(TRUNCATE)`)
          .finally(() => writing.exec(BUSY_TIMEOUT)),
      ),
    close: () =>
      enqueueWrite(async () => {
        await writing.exec('PRAGMA optimize').catch(() => {})
        await enqueueRead(() => consistent.close())
        await searches.close()
        await read.close()
        await writing.close()
        await sequelize.close()
        await opened.release()
      }),
  }
}
