import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import manifest from '../../package.json' with { type: 'json' }
import { EXTERNAL_PACKAGES } from '../../vite.server.config.ts'
import { lockedPackage, packageFolders } from './contents.ts'
import { PROGRAM } from './metadata.ts'
import { ROOT } from './root.ts'

const SOURCES = ['src-server', 'src-main', 'src-renderer']
/** `from 'vue'`, `import 'vue'` and `import('vue')` of packages; our own begin with a dot or `#`. */
const IMPORTED = /(?:from|import)\s*\(?\s*'((?:@[\w.-]+\/)?[a-z][\w.-]*)/g
const LICENCE_FILE = /^(licen[cs]e|copying)([.-].*)?$/i

/** A package that the program is built from. */
interface LicensedPackage {
  name: string
  version: string
  /** SPDX expression. */
  license: string
  /** Null where the package brings no text. */
  text: string | null
}

/**
 * What is bundled has no entry among `dependencies`. What is not bundled has one, but for the driver of the tests' runtime; and of
 * Electron's package only the runtime is shipped, not what downloads it.
 */
function bundledImports(): string[] {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|vue)$/.test(file))
      .map((file) => join(ROOT, folder, file)),
  )
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, name]) => name as string),
  )
  return [...new Set(names)].filter(
    (name) => name in manifest.devDependencies && ![...EXTERNAL_PACKAGES, 'electron'].includes(name),
  )
}

/**
 * The packages that the program is built from, with all that they depend on, as the lock file has them. Of a package of which the
 * bundler takes a part, all is listed: rather a licence too many than one too few.
 */
function shippedPackages(): LicensedPackage[] {
  const folders = packageFolders([...Object.keys(manifest.dependencies), ...bundledImports()])
  return [...folders, 'node_modules/electron']
    .map(licensed)
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'))
}

function licensed(folder: string): LicensedPackage {
  const {
    version = '',
    license = listedLicences(folder),
    name = folder.split('node_modules/').at(-1) ?? folder,
  } = lockedPackage(folder)
  return { name, version, license, text: textIn(join(ROOT, folder)) }
}

/** Older packages list their licences in their manifest, which the lock file does not repeat. */
function listedLicences(folder: string): string {
  const file = join(ROOT, folder, 'package.json')
  if (!existsSync(file)) return 'unknown'
  const { licenses = [] } = JSON.parse(readFileSync(file, 'utf8')) as { licenses?: { type: string }[] }
  return licenses.map(({ type }) => type).join(' OR ') || 'unknown'
}

function textIn(folder: string): string | null {
  // Packages for other systems are in the lock file, and not on this disk.
  const file = existsSync(folder) ? readdirSync(folder).find((name) => LICENCE_FILE.test(name)) : undefined
  return file ? readFileSync(join(folder, file), 'utf8').trim() : null
}

const ID = 'virtual:licences'

/** The module `virtual:licences` of the page: its own licence, and those of the packages that it is built from. */
export const licencesModule = (): Plugin => ({
  name: 'gatehouse:licences',
  resolveId: (id) => (id === ID ? `\0${ID}` : null),
  load: (id) => {
    if (id !== `\0${ID}`) return null
    const own = { license: PROGRAM.license, homepage: PROGRAM.homepage }
    return `export const own = ${JSON.stringify(own)}\nexport const packages = ${JSON.stringify(shippedPackages())}`
  },
})
