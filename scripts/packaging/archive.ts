import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, sep } from 'node:path'
import { createPackageWithOptions } from '@electron/asar'
import manifest from '../../package.json' with { type: 'json' }
import { BUILT, DRIVER_SOURCES, packageFolders, runtimeDependencies, UNREAD, UNREAD_FOLDERS } from './contents.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What of package.json the program itself reads. */
const OWN_MANIFEST = ['name', 'productName', 'version', 'type', 'main', 'desktopName'] as const

/**
 * Packs the built desktop as Electron loads it: `app.asar`, and beside it what cannot be loaded from inside an archive.
 * @param file the archive to write
 * @param driver the package of the database driver: another one than the program's own for an older Electron
 */
export async function packArchive(file: string, driver: string): Promise<void> {
  const stage = await mkdtemp(join(tmpdir(), 'gatehouse-archive-'))
  try {
    const packages = Object.keys(runtimeDependencies(true)).map((name) => (name === 'sqlite3' ? driver : name))
    for (const folder of [...BUILT.desktop, ...packageFolders(packages)]) await copyInto(stage, folder)
    const own = Object.fromEntries(OWN_MANIFEST.map((key) => [key, manifest[key]]))
    await writeFile(join(stage, 'package.json'), JSON.stringify(own))
    await createPackageWithOptions(stage, file, { unpack: '**/*.node' })
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

async function copyInto(stage: string, folder: string): Promise<void> {
  await mkdir(dirname(join(stage, folder)), { recursive: true })
  await cp(join(ROOT, folder), join(stage, folder), {
    recursive: true,
    dereference: true,
    filter: (source) => isRead(relative(join(ROOT, folder), source), folder),
  })
}

/** Whether a file of a package is needed to run; `path` is inside of the package. */
function isRead(path: string, folder: string): boolean {
  if (UNREAD.test(path)) return false
  if (!folder.startsWith('node_modules')) return true
  const parts = path.split(sep)
  // Packages inside of packages have a row of their own in the lock file.
  if (parts.some((part) => part === 'node_modules' || UNREAD_FOLDERS.includes(part))) return false
  const isDriver = /^sqlite3(-napi9)?$/.test(basename(folder))
  return !isDriver || (!DRIVER_SOURCES.includes(parts[0] ?? '') && isOfThisSystem(parts))
}

/** The driver brings its binaries for six systems. */
const isOfThisSystem = ([folder, system]: string[]) =>
  folder !== 'prebuilds' || system === undefined || system === `${process.platform}-${process.arch}`
