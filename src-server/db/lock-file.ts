import { headOf } from './file-facts.ts'

/** The first bytes of every SQLite database. */
export const SQLITE = 'SQLite format 3\0'
const HEAD_BYTES = 64
/** Offset of `PRAGMA user_version` in a database header; the owner of a lock writes its process id there. */
const USER_VERSION_AT = 60

/**
 * The owner in the lock of an earlier version, a text with its process id; `none` if there is no such text.
 */
export async function formerLock(path: string): Promise<'none' | 'running' | 'gone'> {
  const head = await headOf(path, HEAD_BYTES)
  if (head.length === 0 || head.toString('latin1').startsWith(SQLITE)) return 'none'
  const owner = Number(head.toString('latin1'))
  // In a container one that crashed may have had our own number.
  return Number.isInteger(owner) && owner > 0 && owner !== process.pid && isRunning(owner) ? 'running' : 'gone'
}

/** The process id in a lock, as numbered on its own system; 0 if there is none. */
export async function ownerOf(path: string): Promise<number> {
  const head = await headOf(path, HEAD_BYTES)
  if (!head.toString('latin1').startsWith(SQLITE)) return Number.parseInt(head.toString('latin1'), 10) || 0
  return head.length === HEAD_BYTES ? head.readInt32BE(USER_VERSION_AT) : 0
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
