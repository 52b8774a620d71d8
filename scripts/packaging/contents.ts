import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { EXTERNAL_PACKAGES } from '../../vite.server.config.ts'
import { ROOT } from './root.ts'

/** What of the build each program needs; paths from the root. */
export const BUILT = {
  desktop: ['out/main', 'out/preload', 'out/renderer', 'out/server/verify-bundle.mjs'],
  service: ['out/server', 'out/renderer'],
} as const

/** Endings of files that no program reads. */
export const UNREAD = /(\.map|\.d\.[cm]?ts|\.md|\.markdown|\.flow)$/i
/** Folders of packages that are not needed to run: tests, documentation, and the driver's sources. */
export const UNREAD_FOLDERS: readonly string[] = ['test', 'tests', 'docs', 'example', 'examples']
export const DRIVER_SOURCES: readonly string[] = ['deps', 'src', 'node-addon-api', 'binding.gyp']
/** Types, what compiles the driver (its binaries are in its package), and a dependency that only reports installations. */
const NEVER = /^(@types\/|@scarf\/|(undici-types|node-gyp|node-addon-api)$)/

interface LockedPackage {
  /** Where it is installed under another name. */
  name?: string
  version?: string
  license?: string
  dev?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}

/** Packages of `dependencies` that stay outside of the bundles, with the version ranges of package.json. */
export function runtimeDependencies(desktop: boolean): Record<string, string> {
  const outside = Object.entries(manifest.dependencies).filter(
    ([name]) => EXTERNAL_PACKAGES.includes(name) || (desktop && DESKTOP_PACKAGES.includes(name)),
  )
  return Object.fromEntries(outside)
}

/** Packages that only the desktop uses, and that stay outside of its bundle too (electron.vite.config.ts). */
const DESKTOP_PACKAGES = ['electron-log']

/**
 * Folders of packages with all that they depend on, as the lock file lays them out.
 * @param names packages at the top of `node_modules`
 * @returns paths from the root, `node_modules/…`, each once
 */
export function packageFolders(names: readonly string[]): string[] {
  const found = new Set<string>()
  const open = names.map((name) => ({ name, from: '' }))
  for (let next = open.pop(); next; next = open.pop()) {
    const folder = NEVER.test(next.name) ? null : resolveIn(next.from, next.name)
    if (!folder || found.has(folder)) continue
    found.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = lock.packages[folder] ?? {}
    open.push(...Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => ({ name, from: folder })))
  }
  return [...found].sort()
}

/** Packages that `npm install --omit=dev` brings although a bundle holds what is used of them. */
export function bundledPackages(): string[] {
  const needed = new Set(packageFolders(Object.keys(runtimeDependencies(true))))
  return Object.entries(lock.packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev && !needed.has(folder))
    .map(([folder]) => folder)
}

/** What the lock file says of a package. @param folder path from the root, `node_modules/…` */
export const lockedPackage = (folder: string): LockedPackage => lock.packages[folder] ?? {}

/** As Node looks for a package: beside the one that asks, then further up. */
function resolveIn(from: string, name: string): string | null {
  const candidates = [from, ...ancestorsOf(from)].map((folder) => join(folder, 'node_modules', name))
  return candidates.find((folder) => lock.packages[folder]) ?? null
}

function ancestorsOf(folder: string): string[] {
  const parent = dirname(folder)
  return folder === '' ? [] : parent === '.' ? [''] : [parent, ...ancestorsOf(parent)]
}
