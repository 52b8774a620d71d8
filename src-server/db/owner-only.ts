import { chmod, open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const OWNER_ONLY = 0o600
const OTHERS = 0o077
/** What stands beside a workspace, under its name, and holds what it holds or opens it. */
const COMPANIONS = ['', '-wal', '-shm', '-journal', '.key', '.token', '.sealed']
const BACKUP = '.backup'

/**
 * Makes an empty file that only its owner can read, whatever the umask of the process; SQLite fills it, and gives what it puts beside
 * it the same mode. A file that exists is left as it is.
 * @returns whether it was made
 */
export async function makeForOwner(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', OWNER_ONLY)).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Takes a workspace, what belongs to it and its backups from the eyes of others, where they are ours. */
export async function narrowToOwner(file: string): Promise<void> {
  // Windows keeps other rights than these, and gives a file those of its folder.
  if (process.platform === 'win32') return
  const names = await readdir(dirname(file)).catch(() => [])
  const isBackup = (name: string) => name.startsWith(`${basename(file)}.`) && name.endsWith(BACKUP)
  const backups = names.filter(isBackup).map((name) => join(dirname(file), name))
  await Promise.all([...COMPANIONS.map((end) => file + end), ...backups].map(narrow))
}

async function narrow(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile() || found.uid !== process.getuid?.() || (found.mode & OTHERS) === 0) return
  // A file system without modes refuses; there is nothing to protect with, then.
  await chmod(path, found.mode & 0o777 & ~OTHERS).catch(() => {})
}
