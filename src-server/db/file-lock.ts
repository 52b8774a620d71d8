import { writeFileSync } from 'node:fs'
import { rm, stat, truncate } from 'node:fs/promises'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { Connection } from './connection.ts'
import { resultClass, type Driver } from './driver.ts'
import { driverError } from './errors.ts'
import { explain } from './explain-failure.ts'
import { identityOf } from './file-facts.ts'
import { formerLock, ownerOf } from './lock-file.ts'
import { makeForOwner } from './owner-only.ts'
import type { RunNote } from './run-number.ts'

/** An exclusive lock on a workspace file, until it is released or the process ends. */
interface FileLock extends RunNote {
  /** Whether its last owner did not release it: the process was killed, or the machine went down. */
  readonly wasLeft: boolean
  /** The number of the run that left it, if known. */
  readonly lastRun: number | null
  /**
   * Whether the last owner left it by `process.exit`, as after a stop that took too long: the driver closes the file then, which may
   * empty the write-ahead log into it and remove that.
   */
  readonly hasExited: boolean
  /** @param endedWell false leaves the lock file, so that the next owner checks the workspace */
  release(endedWell: boolean): Promise<void>
}

/**
 * WHY a database: the system releases its lock with the process, however that ends, and the lock works across containers and
 * links, where a process id means nothing. It holds no data that could be lost, so it needs no journal.
 */
const SETTINGS = `
  PRAGMA busy_timeout = 250;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = MEMORY;
  PRAGMA synchronous = OFF;
`
/** Another service may release the lock between two attempts. */
const ATTEMPTS = 3

/** INVARIANT: only SQLite opens these files; a process that closes a file loses its locks on it. */
const held = new Set<string>()

/** Notes to write if the process exits by itself while it has the files open. */
const exitNotes = new Set<string>()

function noteAtExit(path: string): void {
  if (!process.listeners('exit').includes(writeExitNotes)) process.once('exit', writeExitNotes)
  exitNotes.add(path)
}

function writeExitNotes(): void {
  for (const path of exitNotes) {
    try {
      writeFileSync(path, '', { mode: 0o600 })
    } catch {
      // The folder is gone, and with it what the note is about.
    }
  }
}

/**
 * Makes this process the only one that has a workspace open: its caches would not see another's writes.
 * @param file its real path
 * @throws StartError
 */
export async function acquireLock(driver: Driver, file: string): Promise<FileLock> {
  const path = `${file}.lock`
  if (held.has(path)) throw inUse(file, process.pid)
  held.add(path)
  try {
    let wasLeft = false
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const outcome = await tryLock(driver, file, path)
      if (outcome === 'again') continue
      wasLeft ||= outcome === 'unreadable' || outcome.wasLeft
      if (outcome !== 'unreadable') return hold(path, outcome, wasLeft)
      // WHY not removed: another service may have it by now, and keeps its lock on what was emptied.
      await truncate(path, 0)
    }
    throw inUse(file, 0)
  } catch (error) {
    held.delete(path)
    throw explain(error, path)
  }
}

async function hold(path: string, lock: HeldLock, wasLeft: boolean): Promise<FileLock> {
  const { connection } = lock
  const last = await connection.first<{ number: number }>('SELECT number FROM run')
  const exitNote = `${path}.exit`
  const hasExited = wasLeft && (await stat(exitNote).catch(() => null)) !== null
  await rm(exitNote, { force: true })
  noteAtExit(exitNote)
  return {
    wasLeft,
    lastRun: last?.number ?? null,
    hasExited,
    noteRun: async (run) => {
      // WHY so careful here: a power cut that keeps an older number would make the file look like another one.
      const note = run === null ? '' : `INSERT INTO run VALUES (${run});`
      await connection.exec(`PRAGMA synchronous = FULL; BEGIN; DELETE FROM run; ${note} COMMIT`)
    },
    release: async (endedWell) => {
      await letGo(path, lock, endedWell)
      exitNotes.delete(exitNote)
    },
  }
}

interface HeldLock {
  connection: Connection
  identity: string
  wasLeft: boolean
}

async function tryLock(driver: Driver, file: string, path: string): Promise<HeldLock | 'again' | 'unreadable'> {
  const former = await formerLock(path)
  if (former === 'running') throw inUse(file, await ownerOf(path))
  if (former === 'gone') return 'unreadable'
  const made = await makeForOwner(path)
  const identity = identityOf(path)
  const connection = await take(driver, path).catch(async (error: unknown) => {
    const result = resultClass(driverError(error)?.code ?? '')
    if (result === 'SQLITE_NOTADB' || result === 'SQLITE_CORRUPT') return 'unreadable' as const
    if (result === 'SQLITE_BUSY') throw inUse(file, await ownerOf(path))
    throw result === 'SQLITE_IOERR' || result === 'SQLITE_NOLFS' ? unlockable(file, error) : error
  })
  if (connection === 'unreadable') return connection
  // The former owner may have removed the file between our opening it and its letting go of it.
  if (identity !== null && identityOf(path) === identity) return { connection, identity, wasLeft: !made }
  await connection.close()
  return 'again'
}

async function take(driver: Driver, path: string): Promise<Connection> {
  const connection = await Connection.open(driver, path, driver.OPEN_READWRITE, SETTINGS)
  try {
    const table = 'CREATE TABLE IF NOT EXISTS run (number INTEGER NOT NULL)'
    await connection.exec(`BEGIN EXCLUSIVE; ${table}; PRAGMA user_version = ${process.pid}; COMMIT`)
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** A removed file means a clean exit. */
async function letGo(path: string, { connection, identity }: HeldLock, endedWell: boolean): Promise<void> {
  const remove = async () => {
    if (endedWell && identityOf(path) === identity) await rm(path, { force: true }).catch(() => {})
  }
  const close = () => connection.close()
  // Windows removes no open file; elsewhere the next owner may have it as soon as it is closed.
  const steps = process.platform === 'win32' ? [close, remove] : [remove, close]
  for (const step of steps) await step()
  held.delete(path)
}

function inUse(file: string, owner: number): StartError {
  const where = owner > 0 ? ` (process ${owner})` : ''
  return new StartError(
    'FILE_IN_USE',
    `${file} is open in another Gatehouse${where}; close it there first, or choose another file.`,
  )
}

function unlockable(file: string, cause: unknown): StartError {
  return new StartError(
    'FILE_UNLOCKABLE',
    `${file} cannot be locked where it is, as on some network drives; move it to a disk of this machine.`,
    { cause },
  )
}
