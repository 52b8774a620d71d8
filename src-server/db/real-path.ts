import { lstat, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { StartError } from '#contract/gatehouse/start-error.ts'

/**
 * The real path of a workspace file, without links, because the files beside it must be the same for every process. The
 * file need not exist.
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
 * Rejects a file with several names (hard links): the lock and the write-ahead log are beside only one of them.
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
