import type { KeyObject } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { loadDriver, type Driver } from '#db/driver.ts'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { appliedMigrations } from '#db/migrate.ts'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { BUSY_TIMEOUT, Connection } from '#db/connection.ts'
import { driverError } from '#db/errors.ts'
import { realPath } from '#db/real-path.ts'
import { logKeys } from './seal.ts'
import { readSealRecord, sealRecordBeside } from './seal-record.ts'
import { fingerprintOf } from '#verifier/public-key.ts'
import { changedStructure } from './verify-structure.ts'
import type { Finding } from './finding.ts'
import { NO_EVENT, UNREAD, verifyChain, type ChainReport, type VerifyOptions } from './verify-chain.ts'

export interface VerifyLogOptions extends Pick<VerifyOptions, 'onProgress' | 'signal'> {
  /** Keys that somebody vouches for, by fingerprint or in full; absent: those that the file names count. */
  pinned?: readonly (string | KeyObject)[]
  /** Absent: the one that this process has. */
  driver?: Driver
  /** Where the newest seal was noted outside the file; absent: beside it. */
  sealRecord?: string | undefined
}

/**
 * Verifies the log of a workspace file, which may be in use: it is opened for reading only, as of one moment.
 * @throws StartError when it is no workspace with a chained log
 */
export async function verifyLogFile(file: string, options: VerifyLogOptions): Promise<ChainReport> {
  const driver = options.driver ?? (await loadDriver())
  const wasInUse = await isInUse(file)
  // INVARIANT: before the file: a seal is noted after its commit, so that the file holds what was noted.
  const record = await readSealRecord(options.sealRecord ?? sealRecordBeside(await realPath(file)))
  const reader = await openReader(driver, file)
  try {
    await requireChain(reader, file)
    await reader.exec('BEGIN')
    const structure = await changedStructure(driver, reader)
    const report = await reportOf(structure, async () =>
      verifyChain(reader, { ...options, record, ...(await keysToTrust(reader, options)) }),
    )
    // Before it was in use nothing held the moment that was read.
    if (!wasInUse && (await isInUse(file)))
      throw new StartError('FILE_IN_USE', `${file} came into use meanwhile; verify it again.`)
    return report
  } finally {
    await reader.close()
  }
}

/** What the events say comes first. Where the structure is not as it was made, there may be nothing to read them by. */
async function reportOf(structure: Finding | null, walk: () => Promise<ChainReport>): Promise<ChainReport> {
  if (!structure) return walk()
  const report = await walk().catch((error: unknown) => {
    if (driverError(error) === null) throw error
    return UNREAD
  })
  return report.violation ? report : { ...report, violation: { ...structure, ...NO_EVENT } }
}

async function isInUse(path: string): Promise<boolean> {
  const file = await realPath(path)
  const beside = await Promise.all(['-wal', '.lock'].map((end) => stat(file + end).catch(() => null)))
  return beside.some((companion) => companion !== null)
}

/** Opens a workspace file, in use or not, for reading. WHY immutable where no one uses the file: a copy in a folder without write access has to open as well. */
export async function openReader(driver: Driver, file: string): Promise<Connection> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new StartError('FILE_FOREIGN', `${file} is not a file.`)
  const address = (await isInUse(file)) ? file : `${pathToFileURL(file).href}?immutable=1`
  return Connection.open(driver, address, driver.OPEN_READONLY | driver.OPEN_URI, BUSY_TIMEOUT)
}

/** @throws StartError for a file that is not of this very version: what another writes cannot be judged here */
export async function requireChain(reader: Connection, file: string): Promise<void> {
  const applied = await appliedMigrations(reader).catch(() => [])
  if (applied.length === 0) throw new StartError('FILE_FOREIGN', `${file} is not a Gatehouse workspace.`)
  const later = applied.find((name) => !MIGRATIONS.some((migration) => migration.name === name))
  if (later) throw new StartError('FILE_NEWER', `${file} was written by a newer Gatehouse (${later}); use that one.`)
  if (applied.length < MIGRATIONS.length)
    throw new StartError('FILE_FOREIGN', `${file} is no workspace of this version; open it with Gatehouse once.`)
}

async function keysToTrust(
  reader: Connection,
  { pinned }: VerifyLogOptions,
): Promise<Pick<VerifyOptions, 'keys' | 'mustBeSealed'>> {
  const known = await logKeys(reader)
  if (pinned) {
    const keys = pinned.flatMap((pin) => (typeof pin === 'string' ? (known.get(pin) ?? []) : pin))
    return { keys: new Map(keys.map((key) => [fingerprintOf(key), key])), mustBeSealed: true }
  }
  return { keys: known, mustBeSealed: known.size > 0 }
}
