import type { Feed } from './feed.ts'

/**
 * What a program may do about a newer release: nothing, say so, or install it. `reason` is one sentence for the person:
 * why it does not install.
 */
export type UpdateMode = { kind: 'off' | 'notify'; reason: string } | { kind: 'install' }

/** What the mode follows from. */
interface Installation {
  platform: NodeJS.Platform
  /** Null when the build has none. */
  feed: Feed | null
  /** Runs from an AppImage, a file of the person's own. */
  isAppImage: boolean
}

const OFF: UpdateMode = { kind: 'off', reason: 'This build has no update feed, so it never looks for updates.' }
const PACKAGE: UpdateMode = {
  kind: 'notify',
  reason: 'Installed as a package: update it with your package manager.',
}
const UNSIGNED: UpdateMode = {
  kind: 'notify',
  reason: 'This build names no publisher, so updates cannot be checked. Install them yourself.',
}
const INSTALL: UpdateMode = { kind: 'install' }

/**
 * An update is installed only where something vouches for it: macOS compares signatures, Windows' installers must be signed
 * by the publisher that the build names, an AppImage must have the SHA-512 of the feed.
 */
export function updateModeOf({ platform, feed, isAppImage }: Installation): UpdateMode {
  if (!feed) return OFF
  // WHY: without a publisher's name electron-updater takes any installer.
  if (platform === 'win32') return feed.publisherName.length > 0 ? INSTALL : UNSIGNED
  if (platform === 'darwin') return INSTALL
  return isAppImage ? INSTALL : PACKAGE
}
