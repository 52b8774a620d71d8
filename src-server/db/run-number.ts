import { randomInt } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Connection } from './connection.ts'

const HIGHEST = 2 ** 31 - 1

/** Stores the number of the last run that wrote, outside the file; null while it is not certain. */
export interface RunNote {
  noteRun(run: number | null): Promise<void>
}

/**
 * Writes the number of this run into the file and outside it. After a crash, a different number shows that another file is in its
 * place, before the wrong write-ahead log is read into it. If this fails, no number is stored outside, and nothing is compared.
 * @returns false until the run has written something
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
