import manifest from '../../package.json' with { type: 'json' }

/**
 * What installers say about the program. electron-builder's configuration, the `.deb` for tests and the package of the
 * headless service all derive from it; what npm needs too is read from package.json.
 */
export const PROGRAM = {
  /** Also the name of the executable, of the Linux packages and of the desktop entry. */
  name: manifest.name,
  productName: manifest.productName,
  version: manifest.version,
  description: manifest.description,
  /** SPDX identifier. */
  license: manifest.license,
  homepage: manifest.homepage,
  maintainer: `${manifest.author.name} <${manifest.author.email}>`,
  appId: 'dev.gatehouse.desktop',
  /** One line, at most 80 characters, without a full stop: the short description of a Debian package. */
  synopsis: 'desktop workbench for identity policy',
  genericName: 'Identity policy workbench',
  keywords: ['identity', 'policy', 'sign-on', 'audit'],
  /** Main categories of the Desktop Menu Specification. */
  categories: ['Development'],
  macCategory: 'public.app-category.developer-tools',
  /** Section of the Debian archive. */
  debianSection: 'admin',
} as const

/** The workspace file, as systems register it. */
export const FILE_TYPE = {
  extension: 'gatehouse',
  /** The suffix `+sqlite3` is registered with IANA. */
  mimeType: 'application/vnd.gatehouse.workspace+sqlite3',
  /** WHY: content sniffing finds an SQLite file; only a type below that one wins against it by its extension. */
  parentMimeType: 'application/vnd.sqlite3',
  description: 'Gatehouse workspace',
} as const

/** Icons, from the root. The PNG has 512 × 512 pixels; Windows' and macOS' own forms are made from it. */
export const ICONS = { png: 'resources/icons/icon.png', svg: 'resources/icons/gatehouse.svg' } as const

/** The release page of this version, from the root: the text of the drafted release; the update feed has parts of it. */
export const RELEASE_NOTES = `docs/releases/${PROGRAM.version}.md`
