import { realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

/** Kinds of file that a build of the page holds; anything else is not served. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

interface StaticFile {
  /** Absolute, with links resolved. */
  file: string
  contentType: string
}

/**
 * Finds a file of the built page, or null. Links are resolved before the file is held to be below the root, so that a
 * link inside the folder opens nothing outside it.
 * @param path relative to the root, with `/`; see `resolveAppUrl` for what has been refused before.
 */
export async function locateFile(root: string, path: string): Promise<StaticFile | null> {
  const contentType = CONTENT_TYPES[extname(path).toLowerCase()]
  if (!contentType || path.includes('\0')) return null
  try {
    const folder = await realpath(root)
    const file = await realpath(join(folder, path))
    if (!file.startsWith(folder + sep) || !(await stat(file)).isFile()) return null
    return { file, contentType }
  } catch {
    return null
  }
}
