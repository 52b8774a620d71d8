import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LIMITS } from '#contract/interface/limits.ts'
import { FolderError } from './folder-error.ts'
import { LAYOUT } from './layout.ts'

/** The folders that files of objects are in. */
const FOLDERS = Object.values(LAYOUT).flatMap((layout) => ('folder' in layout ? [layout.folder] : []))
const FILES = Object.values(LAYOUT).flatMap((layout) => ('file' in layout ? [`${layout.file}.yaml`] : []))

/**
 * The paths of all files of objects, and of the file of orders, below a folder, with `/`; in an order that does not change. Other files and folders
 * are left alone.
 * @throws FolderError for a link, or more files than can be read
 */
export async function listFiles(root: string): Promise<string[]> {
  const found: string[] = []
  for (const file of FILES) if (await typeOf(root, file)) found.push(file)
  for (const folder of FOLDERS) if (await typeOf(root, folder)) await listInto(root, folder, found, 0)
  return found.sort()
}

/** Folders within folders of objects. */
const DEEPEST = 2

async function listInto(root: string, folder: string, found: string[], depth: number): Promise<void> {
  for (const { name } of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${name}`
    const type = await typeOf(root, path)
    if (type === 'folder' && depth < DEEPEST) await listInto(root, path, found, depth + 1)
    if (type === 'file' && name.endsWith('.yaml')) found.push(path)
    if (found.length > LIMITS.folderFiles) throw new FolderError(folder, `has more than ${LIMITS.folderFiles} files`)
  }
}

/** Null: there is nothing. WHY links are refused: they lead out of what is under version control. @throws FolderError */
async function typeOf(root: string, path: string): Promise<'file' | 'folder' | 'other' | null> {
  const found = await lstat(join(root, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw new FolderError(path, `cannot be read (${error.code})`)
  })
  if (found === null) return null
  if (found.isSymbolicLink()) throw new FolderError(path, 'is a link; a folder of Gatehouse has none')
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'
}

/** The text of a file; null where there is none. @throws FolderError for one that is too large or cannot be read */
export async function readText(root: string, path: string): Promise<string | null> {
  if ((await typeOf(root, path)) !== 'file') return null
  const { size } = await lstat(join(root, path))
  if (size > LIMITS.folderFileBytes)
    throw new FolderError(path, `is larger than ${LIMITS.folderFileBytes / 1024 ** 2} MiB`)
  return readFile(join(root, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new FolderError(path, `cannot be read (${error.code})`)
  })
}
