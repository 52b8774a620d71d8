import { open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { Connection } from './connection.ts'
import { loadDriver, type Driver } from './driver.ts'
import { corrupt } from './explain-failure.ts'
import { makeForOwner } from './owner-only.ts'

/**
 * Opens a file read-only. WHY immutable: an ordinary reader would leave a write-ahead log beside a file that may be rejected. If there
 * is a log already, the last exit was unclean or the file is open, and the log is part of the content.
 */
export async function openForReading(driver: Driver, file: string): Promise<Connection> {
  const pragmas = 'PRAGMA busy_timeout = 5000'
  if (await stat(`${file}-wal`).catch(() => null)) return Connection.open(driver, file, driver.OPEN_READONLY, pragmas)
  const address = `${pathToFileURL(file).href}?immutable=1`
  return Connection.open(driver, address, driver.OPEN_READONLY | driver.OPEN_URI, pragmas)
}

/**
 * Reads over a separate connection, which is closed afterwards.
 * @param signal aborts the read, which then throws
 */
async function readBy<T>(
  opening: Promise<Connection>,
  work: (reader: Connection) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const reader = await opening
  const end = () => reader.raw.interrupt()
  try {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', end)
    return await work(reader)
  } finally {
    signal?.removeEventListener('abort', end)
    await reader.close()
  }
}

/** Reads from a file that no service has open. */
export async function readDatabase<T>(
  file: string,
  work: (reader: Connection) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return readBy(openForReading(await loadDriver(), file), work, signal)
}

/**
 * Copies a database, as of one moment, to a new file that only its owner can read, and waits until it is on the disk.
 * @param opening a separate connection, so that writes and the copy do not wait for each other
 * @throws StartError FILE_EXISTS; after any other error the copy is removed
 */
export function copyDatabase(opening: Promise<Connection>, to: string, signal?: AbortSignal): Promise<void> {
  return readBy(opening, (reader) => copyBy(reader, to), signal)
}

/** As {@link copyDatabase}, over a connection that is in use. */
export async function copyBy(connection: Connection, to: string): Promise<void> {
  if (!(await makeForOwner(to))) throw new StartError('FILE_EXISTS', `${to} exists already; it was left as it is.`)
  try {
    await connection.run('VACUUM INTO ?', [to])
    await flush(to)
  } catch (error) {
    await rm(to, { force: true }).catch(() => {})
    throw error
  }
}

/** Moves what a killed run has left in the write-ahead log of a file into it, so that the file has all of it. */
export async function settleLog(file: string): Promise<void> {
  if (!(await stat(`${file}-wal`).catch(() => null))) return
  const driver = await loadDriver()
  await (await Connection.open(driver, file, driver.OPEN_READWRITE)).close()
}

/** Waits until a file is on the disk. */
export async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Waits until the names in the folder of a file are on the disk. Windows offers no way to do that. */
export async function flushName(file: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(dirname(file), 'r')
  // Some file systems of networks refuse.
  await handle.sync().catch(() => {})
  await handle.close()
}

/** @throws StartError FILE_CORRUPT if a copy could not be opened as a workspace */
export async function requireSoundCopy(copy: string, signal?: AbortSignal): Promise<void> {
  const check = (reader: Connection) => reader.first<{ quick_check: string }>('PRAGMA quick_check(1)')
  if ((await readDatabase(copy, check, signal))?.quick_check !== 'ok') throw corrupt(copy)
}
