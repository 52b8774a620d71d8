import { rm } from 'node:fs/promises'
import type { FileState } from '#contract/gatehouse/workspace.ts'
import { BUSY_TIMEOUT, Connection, type Reader } from './connection.ts'
import { copyBy, copyDatabase } from './copy-database.ts'
import { loadDriver, type Driver } from './driver.ts'
import { translateDatabaseError } from './errors.ts'
import type { MigrationProgress } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'
import { openFile, probeFile } from './open-file.ts'
import { watchFile } from './file-watch.ts'
import { FIRST_STATE_TRIGGERS } from './first-states.ts'
import { groupCommit } from './group-commit.ts'
import { inTransaction, refuseNestedWrite } from './in-transaction.ts'
import { mendWordIndex } from './log-words.ts'
import { numberRun } from './run-number.ts'
import { makeSearches, type Searches } from './searches.ts'
import type { WriteTransaction } from './transaction.ts'

/** An open workspace file. */
export interface Store {
  /** Its real path, without links. */
  readonly file: string
  /** Ordinary reads; never sees an uncommitted write, and cannot write. */
  readonly read: Reader
  /** Whether the file was made by this opening; and the backup that was taken before migrating, if any. */
  readonly created: boolean
  readonly migrationBackup: string | null
  /** Whether the last run crashed and the write-ahead log that it wrote is missing. */
  readonly isLogLost: boolean
  /** Whether this is certainly the file of a run that crashed here, with everything that it wrote. */
  readonly isLeftByCrash: boolean
  /** Whether the index of the words of events could not be used and was emptied. */
  readonly isWordIndexEmptied: boolean
  /**
   * Runs one write transaction: everything inside happens, or nothing. Writes queue up, one at a time, because SQLite has one writer
   * and refuses the second. Resolves once the disk has it; the next write begins meanwhile, and readers see this one already.
   * @param committed called before the next write begins
   * @throws Error at once for a write inside a write, which would wait for itself
   */
  write<T>(work: (tx: WriteTransaction) => Promise<T>, committed?: (tx: WriteTransaction) => void): Promise<T>
  /** @throws Error inside a write, as {@link write} does */
  refuseNestedWrite(): void
  /** Several reads of the same state, whatever is written in between. */
  consistentRead<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /** Reads whose cost the client's query decides: with a time limit, and on separate connections. */
  readonly searches: Searches
  /** Checks whether the file is still where it was opened; if not, every write is rejected from then on. */
  fileState(): FileState
  /** @throws ApiError E0000010 if the file was lost */
  requireFile(): void
  /**
   * Copies the whole workspace to another file while it stays in use; also one that was deleted or moved.
   * @param signal ends it early, with an error
   */
  backup(to: string, signal?: AbortSignal): Promise<void>
  /** Moves the write-ahead log into the file, for example after a bulk load, unless a reader still needs it. */
  checkpoint(): Promise<void>
  /** Waits for the queue, then closes. */
  close(): Promise<void>
}

interface OpenOptions {
  /** For tests: other migrations. */
  migrations?: readonly Migration[]
  onProgress?: MigrationProgress | undefined
}

/**
 * Opens a workspace file, making or migrating it as needed.
 * @throws StartError
 */
export async function openStore(
  path: string,
  now: string,
  { migrations = MIGRATIONS, onProgress }: OpenOptions = {},
): Promise<Store> {
  const driver = await loadDriver()
  const opened = await openFile(driver, path, now, migrations, onProgress)
  const { file } = opened
  const open: Connection[] = []
  const kept = async (opening: Promise<Connection>) => {
    const connection = await opening
    open.push(connection)
    return connection
  }
  try {
    const reader = () => kept(Connection.openReader(driver, file))
    const connections = {
      read: await reader(),
      consistent: await reader(),
      writing: await kept(Connection.openWriter(driver, file)),
      searching: [await reader(), await reader()],
    }
    // WHY not otherwise: files of earlier steps, which tests make, lack tables and columns.
    if (migrations === MIGRATIONS) await connections.writing.exec(FIRST_STATE_TRIGGERS)
    const isWordIndexEmptied = await mendWordIndex(connections.writing)
    const numbered = isWordIndexEmptied && (await numberRun(file, connections.writing, opened))
    return makeStore(driver, opened, connections, { isWordIndexEmptied, numbered })
  } catch (error) {
    for (const connection of open) await connection.close().catch(() => {})
    await opened.release()
    throw error
  }
}

/** Checks whether a file can be opened as a workspace, without changing it. @throws StartError */
export async function probeStore(path: string): Promise<void> {
  await probeFile(await loadDriver(), path, MIGRATIONS)
}

/** How long a checkpoint waits for readers; a later commit moves the rest. */
const CHECKPOINT_WAIT_MS = 100

interface Connections {
  read: Connection
  consistent: Connection
  writing: Connection
  searching: Connection[]
}

/** Runs tasks one after the other; a failed one does not stop the next. */
function makeQueue(): <T>(job: () => Promise<T>) => Promise<T> {
  let tail: Promise<unknown> = Promise.resolve()
  return (job) => {
    const result = tail.then(job, job)
    tail = result.catch(() => {})
    return result
  }
}

/** What was done to the file before the first write. */
interface Begun {
  isWordIndexEmptied: boolean
  /** Whether the run has its number in the file. */
  numbered: boolean
}

function makeStore(
  driver: Driver,
  opened: Awaited<ReturnType<typeof openFile>>,
  connections: Connections,
  { isWordIndexEmptied, numbered: wasNumbered }: Begun,
): Store {
  const { read, consistent, writing } = connections
  const searches = makeSearches(connections.searching)
  const enqueueWrite = makeQueue()
  const enqueueRead = makeQueue()
  const watch = watchFile(opened.file)
  const disk = groupCommit(`${opened.file}-wal`)
  const acknowledging = new Set<Promise<void>>()
  let numbered = wasNumbered

  async function acknowledge(): Promise<void> {
    await disk.flushed().catch((error: unknown) => watch.lose('UNSYNCED', error))
    // INVARIANT: a write is acknowledged only by what was seen after its commit.
    watch.require()
  }
  /** Writes that are not acknowledged yet; closing waits for them. */
  function acknowledged(): Promise<void> {
    const waiting = acknowledge().finally(() => acknowledging.delete(waiting))
    acknowledging.add(waiting)
    waiting.catch(() => {})
    return waiting
  }

  return {
    file: opened.file,
    read,
    searches,
    created: opened.created,
    migrationBackup: opened.backup,
    isLogLost: opened.isLogLost,
    isLeftByCrash: opened.isLeftByCrash,
    isWordIndexEmptied,
    fileState: watch.check,
    requireFile: watch.require,
    refuseNestedWrite,
    write: async (work, committed) => {
      refuseNestedWrite()
      const { value, safe } = await enqueueWrite(async () => {
        try {
          const { value, tx } = await inTransaction(writing, work, watch)
          committed?.(tx)
          // WHY not when it is opened: a start that comes to nothing leaves the file as it is.
          numbered ||= await numberRun(opened.file, writing, opened)
          return { value, safe: acknowledged() }
        } catch (error) {
          throw translateDatabaseError(error)
        }
      })
      await safe
      return value
    },
    consistentRead: (work) =>
      enqueueRead(async () => {
        await consistent.exec('BEGIN')
        try {
          return await work(consistent)
        } finally {
          await consistent.exec('COMMIT')
        }
      }),
    backup: async (to, signal) => {
      if (watch.check() === 'IN_PLACE') {
        await copyDatabase(Connection.open(driver, opened.file, driver.OPEN_READONLY, BUSY_TIMEOUT), to, signal)
        if (watch.check() === 'IN_PLACE') return
        // What stands under the name now may be another file; the connection still has ours.
        await rm(to, { force: true })
      }
      await enqueueWrite(() => copyBy(writing, to))
    },
    // WHY so short: a reader that holds one moment, as a verification does, would hold up all writes for as long.
    checkpoint: () =>
      enqueueWrite(() =>
        writing
          .exec(`PRAGMA busy_timeout = ${CHECKPOINT_WAIT_MS}; PRAGMA wal_checkpoint(TRUNCATE)`)
          .finally(() => writing.exec(BUSY_TIMEOUT)),
      ),
    close: () =>
      enqueueWrite(async () => {
        await Promise.allSettled(acknowledging)
        try {
          await disk.close()
          await writing.exec('PRAGMA optimize').catch(() => {})
          // From here on a log that is not there is no loss: closing removes it.
          if (numbered) await opened.noteRun(null).catch(() => {})
          await enqueueRead(() => consistent.close())
          await searches.close()
          await read.close()
          await writing.close()
        } finally {
          await opened.release()
        }
      }),
  }
}
