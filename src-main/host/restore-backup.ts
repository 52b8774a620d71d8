import { existsSync } from 'node:fs'
import { chmod, constants, copyFile, rename, rm } from 'node:fs/promises'

/**
 * Copies a backup to where a workspace was; the backup stays. What the lost file left beside it belongs to no backup: its
 * write-ahead log is put aside under another name.
 * @throws Error when there is a file at that place
 */
export async function restoreBackup(backup: string, file: string): Promise<void> {
  const draft = `${file}.restoring`
  try {
    await rm(draft, { force: true })
    await copyFile(backup, draft, constants.COPYFILE_EXCL)
    await chmod(draft, 0o600)
    for (const end of ['-wal', '-shm']) {
      if (existsSync(file + end)) await rename(file + end, `${file}${end}.lost`)
    }
    // One may have been put there while it was copied.
    if (existsSync(file)) throw new Error(`${file} exists`)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}
