import { lstat, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { StartError } from '#contract/gatehouse/start-error.ts'

/**
 * The one path of a workspace file, whichever links lead to it: what stands beside the file has to stand beside it for
 * everybody. The file need not be there.
 * @throws StartError for a link to nothing
 */
export async function realPath(file: string): Promise<string> {
  const found = await realpath(file).catch(() => null)
  if (found) return found
  if ((await lstat(file).catch(() => null))?.isSymbolicLink())
    throw new StartError('FILE_FOREIGN', `${file} is a link that leads to no file; choose the file itself.`)
  const folder = await realpath(dirname(file)).catch(() => resolve(dirname(file)))
  return join(folder, basename(file))
}

/**
 * Refuses a file with several names: the lock and the write-ahead log stand beside one of them only.
 * @throws StartError
 */
export async function refuseSecondNames(file: string): Promise<void> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile() || found.nlink <= 1) return
  throw new StartError(
    'FILE_LINKED',
    `${file} has ${found.nlink} names (hard links), and a service that opens it by another could damage it; remove the other names, or copy the file and open the copy.`,
  )
}
