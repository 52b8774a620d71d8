import { access, constants, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { copyDatabase, openForReading } from './copy-database.ts'
import { corrupt, explain } from './explain-failure.ts'
import { headOf } from './file-facts.ts'
import { acquireLock } from './file-lock.ts'
import { SQLITE } from './lock-file.ts'
import { makeForOwner, narrowToOwner } from './owner-only.ts'
import { realPath, refuseSecondNames } from './real-path.ts'
import { checkWriteAheadLog } from './write-ahead-log.ts'
import type { RunNote } from './run-number.ts'
import type { Driver } from './driver.ts'
import { appliedMigrations, migrate, StepFailed, type MigrationProgress } from './migrate.ts'
import type { Migration } from './migrations/migration.ts'
import { Connection } from './connection.ts'

/** Marks a SQLite file as ours (`PRAGMA application_id`): the letters GATE. */
const APPLICATION_ID = 0x47415445
/** Up to this size every opening checks the whole file; above it, only after an unclean exit. */
const ALWAYS_CHECKED_BYTES = 64 * 1024 * 1024

interface OpenedFile extends RunNote {
  /** Its real path, without links. */
  file: string
  /** Whether this opening made the file. */
  created: boolean
  backup: string | null
  /** Whether the last run crashed and the write-ahead log that it wrote is missing. */
  isLogLost: boolean
  /** Whether this is certainly the file of a run that crashed here, with everything that it wrote. */
  isLeftByCrash: boolean
  release(): Promise<void>
}

/**
 * Brings a workspace file to the version of this program: real path → lock → check → reject a newer file → back up if
 * migrations are pending → migrate. Nothing in the file changes before the last step.
 * @throws StartError with one sentence for a person
 */
export async function openFile(
  driver: Driver,
  path: string,
  now: string,
  migrations: readonly Migration[],
  report: MigrationProgress = () => {},
): Promise<OpenedFile> {
  await checkFolder(path)
  const file = await realPath(path)
  await refuseSecondNames(file)
  const lock = await acquireLock(driver, file)
  try {
    const created = await isNew(file)
    await checkWriteAheadLog(file, lock.lastRun)
    const log = await stat(`${file}-wal`).catch(() => null)
    const isLogLost = !created && lock.lastRun !== null && log === null && !lock.hasExited
    // INVARIANT: beside a log, the check has compared the number of the last run with that in the file.
    const isLeftByCrash = !created && lock.lastRun !== null && (log?.size ?? 0) > 0
    const pending = created ? migrations : await checkFile(driver, file, migrations, lock.wasLeft)
    const backup = created || pending.length === 0 ? null : await backUp(driver, file, pending)
    await narrowToOwner(file)
    if (created) await makeForOwner(file)
    // What a failed step closes leaves no log either; that is no loss.
    if (pending.length > 0 && lock.lastRun !== null) await lock.noteRun(null)
    if (pending.length > 0) await bringUpToDate(driver, file, now, migrations, report)
    const facts = { file, created, backup, isLogLost, isLeftByCrash }
    return { ...facts, noteRun: lock.noteRun, release: () => lock.release(true) }
  } catch (error) {
    // What was left by a crash has to be checked as a whole the next time, too.
    await lock.release(!lock.wasLeft)
    throw explain(error, file)
  }
}

/**
 * Checks whether `openFile` would accept a file, before the current one is closed. A file that does not exist is accepted.
 * @throws StartError as `openFile` does, except for errors of a migration
 */
export async function probeFile(driver: Driver, path: string, migrations: readonly Migration[]): Promise<void> {
  await checkFolder(path)
  const file = await realPath(path)
  await refuseSecondNames(file)
  const lock = await acquireLock(driver, file)
  try {
    const isAbsent = await isNew(file)
    await checkWriteAheadLog(file, lock.lastRun)
    if (!isAbsent) await checkFile(driver, file, migrations, lock.wasLeft)
  } catch (error) {
    throw explain(error, file)
  } finally {
    await lock.release(!lock.wasLeft)
  }
}

async function checkFolder(file: string): Promise<void> {
  const folder = dirname(file)
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new StartError('FOLDER_MISSING', `The folder ${folder} does not exist.`)
  await access(folder, constants.W_OK).catch(() => {
    throw new StartError('FOLDER_READ_ONLY', `The folder ${folder} cannot be written to.`)
  })
}

async function isNew(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  if (!found) return true
  if (!found.isFile()) throw new StartError('FILE_FOREIGN', `${file} is not a file.`)
  if (found.size === 0) return true
  if ((await headOf(file, SQLITE.length)).toString('latin1') !== SQLITE)
    throw new StartError('FILE_FOREIGN', `${file} is not a Gatehouse workspace; it was left as it is.`)
  await access(file, constants.W_OK).catch(() => {
    throw new StartError('FILE_READ_ONLY', `${file} cannot be written to.`)
  })
  return false
}

/** Rejects files that this program must not change. @returns the pending migrations */
export async function checkFile(
  driver: Driver,
  file: string,
  migrations: readonly Migration[],
  unclean: boolean,
): Promise<readonly Migration[]> {
  const connection = await openForReading(driver, file)
  try {
    const identity = await connection.first<{ application_id: number }>('PRAGMA application_id')
    if (identity?.application_id !== APPLICATION_ID)
      throw new StartError('FILE_FOREIGN', `${file} is a database of another program; it was left as it is.`)
    if (unclean || (await stat(file)).size <= ALWAYS_CHECKED_BYTES) {
      if (!(await isWhole(connection))) throw corrupt(file)
    }
    const applied = new Set(await appliedMigrations(connection))
    const foreign = [...applied].find((name) => !migrations.some((migration) => migration.name === name))
    if (foreign)
      throw new StartError(
        'FILE_NEWER',
        `${file} was written by a newer Gatehouse (${foreign}); update the program to open it. It was left as it is.`,
      )
    return migrations.filter((migration) => !applied.has(migration.name))
  } finally {
    await connection.close()
  }
}

/** Problems that are looked at: more than an index of words has by itself. */
const PROBLEMS = 20

/** What SQLite says of the index of words alone; it is derived from the events, and rebuilt. */
const OF_WORD_INDEX = /^(?:fts5:|malformed inverted index|unable to validate the inverted index).*\blog_words\b/

/** Whether SQLite can read the whole file, up to what is mended after it is opened. */
async function isWhole(connection: Connection): Promise<boolean> {
  const check = (what: number | string) => connection.all<{ quick_check: string }>(`PRAGMA quick_check(${what})`)
  const found = await check(PROBLEMS).catch(() => null)
  if (found) return found.every(({ quick_check: said }) => said === 'ok' || OF_WORD_INDEX.test(said))
  // Without its settings SQLite opens no index, and so checks nothing at all.
  const tables = await connection.all<{ name: string }>(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'view' AND name <> 'log_words'`,
  )
  for (const { name } of tables) {
    const rows = await check(`"${name.replaceAll('"', '""')}"`)
    if (rows.some(({ quick_check: said }) => said !== 'ok')) return false
  }
  return true
}

/** Copies the file beside itself, named by the first pending step. */
async function backUp(driver: Driver, file: string, pending: readonly Migration[]): Promise<string> {
  const backup = `${file}.before-${pending[0]?.name}.backup`
  await rm(backup, { force: true })
  await copyDatabase(openForReading(driver, file), backup)
  return backup
}

async function bringUpToDate(
  driver: Driver,
  file: string,
  now: string,
  migrations: readonly Migration[],
  report: MigrationProgress,
): Promise<void> {
  const connection = await Connection.open(driver, file, driver.OPEN_READWRITE | driver.OPEN_CREATE)
  try {
    await connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
    await migrate(connection, migrations, now, report)
  } catch (error) {
    throw stepError(error, file)
  } finally {
    await connection.close()
  }
}

/** A step failed by itself; a full disk and similar errors have their own messages. */
function stepError(error: unknown, file: string): unknown {
  if (!(error instanceof StepFailed)) return error
  const known = explain(error.cause, file)
  if (known instanceof StartError) return known
  return new StartError(
    'MIGRATION_FAILED',
    `${file} could not be brought up to date: step ${error.step} failed, and the file is as it was before it.`,
    { cause: error },
  )
}
