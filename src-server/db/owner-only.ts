import { chmod, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { automaticBackups, automaticFolder, backupBeside } from './backup-names.ts'

const OWNER_ONLY = 0o600
const OTHERS = 0o077
/** Suffixes of files beside a workspace that hold its data or its key. */
const COMPANIONS = ['', '-wal', '-shm', '-journal', '.key', '.token', '.sealed']

/**
 * Makes an empty file that only its owner can read, regardless of the umask; SQLite fills it and gives the files beside it the same
 * mode. An existing file is not changed.
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

/** Makes a workspace, its files and its backups readable for their owner only, if they are ours. */
export async function narrowToOwner(file: string): Promise<void> {
  // Windows keeps other rights than these, and gives a file those of its folder.
  if (process.platform === 'win32') return
  const beside = await namesIn(dirname(file), (name) => backupBeside(file, name) !== null)
  const automatic = await namesIn(automaticFolder(file), (name) => automaticBackups([name]).length > 0)
  await Promise.all([...COMPANIONS.map((end) => file + end), ...beside, ...automatic].map(narrow))
}

async function namesIn(folder: string, fits: (name: string) => boolean): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter(fits).map((name) => join(folder, name))
}

async function narrow(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile() || found.uid !== process.getuid?.() || (found.mode & OTHERS) === 0) return
  // A file system without modes refuses; there is nothing to protect with, then.
  await chmod(path, found.mode & 0o777 & ~OTHERS).catch(() => {})
}
