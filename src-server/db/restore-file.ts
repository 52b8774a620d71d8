import { copyFile, rename, rm, stat } from 'node:fs/promises'
import { isDamaged, StartError } from '#contract/gatehouse/start-error.ts'
import { backupBeforeRestore } from './backup-names.ts'
import { copyDatabase, flush, flushName, openForReading } from './copy-database.ts'
import { loadDriver, type Driver } from './driver.ts'
import { explain } from './explain-failure.ts'
import { headOf } from './file-facts.ts'
import { acquireLock } from './file-lock.ts'
import { SQLITE } from './lock-file.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { checkFile } from './open-file.ts'
import { realPath, refuseSecondNames } from './real-path.ts'
import { checkWriteAheadLog } from './write-ahead-log.ts'

/**
 * Replaces a workspace that is not open by a copy of a backup, and saves the current workspace as a backup. The workspace does not
 * change until both copies are on the disk.
 * @param now ISO 8601
 * @returns the backup of the former workspace; null if there was none
 * @throws StartError with one sentence for a person
 */
export async function restoreFile(path: string, backup: string, now: string): Promise<string | null> {
  const driver = await loadDriver()
  const file = await realPath(path)
  await refuseSecondNames(file)
  const lock = await acquireLock(driver, file)
  const draft = `${file}.restoring`
  let isRestored = false
  try {
    await checkBackup(driver, backup)
    await rm(draft, { force: true })
    await copyDatabase(openForReading(driver, backup), draft)
    const kept = await keep(driver, file, { now, lastRun: lock.lastRun })
    await lock.noteRun(null)
    await putAside(file, kept)
    await rename(draft, file)
    isRestored = true
    await flushName(file)
    return kept
  } catch (error) {
    throw explain(error, file)
  } finally {
    await rm(draft, { force: true }).catch(() => {})
    await lock.release(isRestored || !lock.wasLeft)
  }
}

/** Files beside the former file would damage the new one. Its write-ahead log is part of its backup; without a backup, the log stays. */
async function putAside(file: string, kept: string | null): Promise<void> {
  const log = await stat(`${file}-wal`).catch(() => null)
  if (kept === null && log?.size) await rename(`${file}-wal`, `${file}-wal.lost`)
  for (const end of ['-wal', '-shm']) await rm(file + end, { force: true })
}

async function checkBackup(driver: Driver, backup: string): Promise<void> {
  const found = await stat(backup).catch(() => null)
  if (!found?.isFile()) throw new StartError('FILE_MISSING', `${backup} is not a file.`)
  if ((await headOf(backup, SQLITE.length)).toString('latin1') !== SQLITE)
    throw new StartError('FILE_FOREIGN', `${backup} is not a backup of a Gatehouse workspace.`)
  try {
    await checkFile(driver, backup, MIGRATIONS, true)
  } catch (error) {
    throw explain(error, backup)
  }
}

/** A copy of the workspace with the changes of its write-ahead log; a file too damaged for that is copied byte by byte. */
async function keep(
  driver: Driver,
  file: string,
  { now, lastRun }: { now: string; lastRun: number | null },
): Promise<string | null> {
  if (!(await stat(file).catch(() => null))?.size) return null
  const kept = backupBeforeRestore(file, now)
  try {
    await checkWriteAheadLog(file, lastRun)
    await copyDatabase(openForReading(driver, file), kept)
  } catch (error) {
    if (!isDamaged(explain(error, file))) throw error
    await keepBytes(file, kept)
  }
  await flushName(kept)
  return kept
}

async function keepBytes(file: string, kept: string): Promise<void> {
  for (const end of ['', '-wal']) {
    if (!(await stat(file + end).catch(() => null))) continue
    await copyFile(file + end, kept + end)
    await flush(kept + end)
  }
}
