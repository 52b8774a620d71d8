import { access, constants, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError, driverError } from './errors.ts'
import type { Driver } from './driver.ts'
import { appliedMigrations, migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { Statements } from './statements.ts'

/** Marks a SQLite file as ours (`PRAGMA application_id`): the letters GATE. */
const APPLICATION_ID = 0x47415445
/** Up to this size every opening checks the whole file; beyond, only after an unclean end. */
const ALWAYS_CHECKED_BYTES = 64 * 1024 * 1024

export interface OpenedFile {
  /** Whether the file was made just now. */
  created: boolean
  backup: string | null
  release(): Promise<void>
}

/**
 * Brings a workspace file to the state that this program works with: lock → check → refuse newer → back up when
 * migrations are pending → migrate. Until the last step nothing in the file is changed.
 * @throws StartError with one sentence for a person
 */
export async function openFile(driver: Driver, file: string, now: string): Promise<OpenedFile> {
  await checkFolder(file)
  const lock = await acquireLock(file)
  try {
    const created = await isNew(file)
    const backup = created ? null : await checkAndBackUp(driver, file, lock.stale)
    await bringUpToDate(driver, file, now)
    return { created, backup, release: lock.release }
  } catch (error) {
    await lock.release()
    throw explain(error, file)
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

/** One process owns a workspace: its caches would not see another's writes. A lock whose process is gone is stale. */
async function acquireLock(file: string): Promise<{ stale: boolean; release(): Promise<void> }> {
  const path = `${file}.lock`
  const release = () => rm(path, { force: true })
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 })
      return { stale: attempt > 0, release }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw explain(error, file)
      const owner = Number(await readFile(path, 'utf8').catch(() => ''))
      if (Number.isInteger(owner) && owner > 0 && isRunning(owner))
        throw new StartError('FILE_IN_USE', `${file} is open in another Gatehouse (process ${owner}).`)
      await release()
    }
  }
  throw new StartError('FILE_IN_USE', `${file} is being opened by another Gatehouse.`)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function isNew(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  if (!found || found.size === 0) return true
  if (!found.isFile()) throw new StartError('FILE_FOREIGN', `${file} is not a file.`)
  const handle = await open(file, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(16), 0, 16, 0)
    if (buffer.toString('latin1') !== 'SQLite format 3\0')
      throw new StartError('FILE_FOREIGN', `${file} is not a Gatehouse workspace; it was left as it is.`)
  } finally {
    await handle.close()
  }
  await access(file, constants.W_OK).catch(() => {
    throw new StartError('FILE_READ_ONLY', `${file} cannot be written to.`)
  })
  return false
}

async function checkAndBackUp(driver: Driver, file: string, unclean: boolean): Promise<string | null> {
  const connection = await Statements.open(driver, file, driver.OPEN_READONLY, 'PRAGMA busy_timeout = 5000')
  try {
    const identity = await connection.first<{ application_id: number }>('PRAGMA application_id')
    if (identity?.application_id !== APPLICATION_ID)
      throw new StartError('FILE_FOREIGN', `${file} is a database of another program; it was left as it is.`)
    if (unclean || (await stat(file)).size <= ALWAYS_CHECKED_BYTES) {
      const check = await connection.first<{ quick_check: string }>('PRAGMA quick_check(1)')
      if (check?.quick_check !== 'ok') throw corrupt(file)
    }
    const known = new Set(MIGRATIONS.map((migration) => migration.name))
    const applied = await appliedMigrations(connection)
    const foreign = applied.find((name) => !known.has(name))
    if (foreign)
      throw new StartError(
        'FILE_NEWER',
        `${file} was written by a newer Gatehouse (${foreign}); update the program to open it. It was left as it is.`,
      )
    if (applied.length === known.size) return null
    const backup = `${file}.before-${MIGRATIONS[applied.length]?.name}.backup`
    await rm(backup, { force: true })
    await connection.run('VACUUM INTO ?', [backup])
    return backup
  } finally {
    await connection.close()
  }
}

async function bringUpToDate(driver: Driver, file: string, now: string): Promise<void> {
  const connection = await Statements.open(driver, file, driver.OPEN_READWRITE | driver.OPEN_CREATE)
  try {
    await connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
    await migrate(connection, MIGRATIONS, now)
  } finally {
    await connection.close()
  }
}

function corrupt(file: string, cause?: unknown): StartError {
  return new StartError(
    'FILE_CORRUPT',
    `${file} is damaged; it was left as it is. Restore a backup, or choose another file.`,
    { cause },
  )
}

const BY_DRIVER_CODE: Readonly<Record<string, (file: string, cause: unknown) => StartError>> = {
  SQLITE_CORRUPT: corrupt,
  SQLITE_NOTADB: corrupt,
  SQLITE_FULL: (file, cause) => new StartError('DISK_FULL', `There is no room left for ${file}.`, { cause }),
  SQLITE_CANTOPEN: (file, cause) =>
    new StartError('FOLDER_READ_ONLY', `${file} cannot be opened for writing.`, { cause }),
  SQLITE_READONLY: (file, cause) => new StartError('FILE_READ_ONLY', `${file} cannot be written to.`, { cause }),
  SQLITE_BUSY: (file, cause) => new StartError('FILE_IN_USE', `${file} is in use by another program.`, { cause }),
}

const BY_SYSTEM_CODE: Readonly<Record<string, (file: string, cause: unknown) => StartError>> = {
  EACCES: (file, cause) => new StartError('FOLDER_READ_ONLY', `${dirname(file)} cannot be written to.`, { cause }),
  EPERM: (file, cause) => new StartError('FOLDER_READ_ONLY', `${dirname(file)} cannot be written to.`, { cause }),
  EROFS: (file, cause) => new StartError('FOLDER_READ_ONLY', `${dirname(file)} cannot be written to.`, { cause }),
  ENOENT: (file, cause) => new StartError('FOLDER_READ_ONLY', `No file can be made in ${dirname(file)}.`, { cause }),
  ENOSPC: (file, cause) => new StartError('DISK_FULL', `There is no room left for ${file}.`, { cause }),
}

function explain(error: unknown, file: string): unknown {
  if (error instanceof StartError) return error
  const database = driverError(error)
  const make = database
    ? BY_DRIVER_CODE[database.code]
    : BY_SYSTEM_CODE[(error as NodeJS.ErrnoException | undefined)?.code ?? '']
  return make ? make(file, error) : error
}
