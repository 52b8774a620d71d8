import { headOf } from './file-facts.ts'

/** How every database of SQLite begins. */
export const SQLITE = 'SQLite format 3\0'
const HEAD_BYTES = 64
/** Where a database's header holds `PRAGMA user_version`, in which the owner of a lock notes its process. */
const USER_VERSION_AT = 60

/**
 * What an earlier version's lock says, a text that holds the number of its process; `none` when there is no such text.
 */
export async function formerLock(path: string): Promise<'none' | 'running' | 'gone'> {
  const head = await headOf(path, HEAD_BYTES)
  if (head.length === 0 || head.toString('latin1').startsWith(SQLITE)) return 'none'
  const owner = Number(head.toString('latin1'))
  // In a container one that crashed may have had our own number.
  return Number.isInteger(owner) && owner > 0 && owner !== process.pid && isRunning(owner) ? 'running' : 'gone'
}

/** The process that noted itself in a lock, as numbered where it runs; 0 when there is none. */
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
