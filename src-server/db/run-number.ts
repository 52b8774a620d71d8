import { randomInt } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Connection } from './connection.ts'

const HIGHEST = 2 ** 31 - 1

/** Where the number of the last run that wrote is noted, outside the file; null while it is not certain. */
export interface RunNote {
  noteRun(run: number | null): Promise<void>
}

/**
 * Gives the file itself the number of this run, and notes it, so that after a crash another file in its place is recognized
 * before a write-ahead log that is not its own is read into it. A failure leaves the number unnoted, which claims nothing.
 * @returns false as long as the run has written nothing
 */
export async function numberRun(file: string, connection: Connection, note: RunNote): Promise<boolean> {
  if (!(await stat(`${file}-wal`).catch(() => null))?.size) return false
  try {
    // In this order a crash between any two steps leaves no number that is not that of the file.
    await note.noteRun(null)
    const run = randomInt(1, HIGHEST)
    await connection.exec(`PRAGMA user_version = ${run}`)
    const moved = await connection.first<{ log: number; checkpointed: number }>('PRAGMA wal_checkpoint(PASSIVE)')
    if (moved && moved.log === moved.checkpointed) await note.noteRun(run)
  } catch {
    // What is wrong with the disk, the next write says.
  }
  return true
}
