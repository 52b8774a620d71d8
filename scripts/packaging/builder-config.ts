import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { BUILT, bundledPackages, DRIVER_SOURCES, UNREAD_FOLDERS } from './contents.ts'
import { FUSES } from './fuses.ts'
import { DESKTOP_KEYS } from './linux-files.ts'
import { LINK_SCHEME } from '../../src-main/ipc/channels.ts'
import { FILE_TYPE, ICONS, PROGRAM, RELEASE_NOTES } from './metadata.ts'
import { feedNotes } from './release-notes.ts'
import { ROOT } from './root.ts'
import { signingOf, unsignedText, type Signing } from './signing.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Systems whose binaries the database driver brings. */
const SYSTEMS = ['darwin', 'linux', 'win32'] as const

/**
 * electron-builder's configuration: installers for three systems.
 * @param env `CSC_…` and `APPLE_…` as electron-builder names them; `GATEHOUSE_UPDATE_FEED`: the https address of a folder
 *   with the releases, without which a build never looks for updates
 */
export function builderConfig(env: Environment): Configuration {
  const signing = signingOf(env)
  const feed = env['GATEHOUSE_UPDATE_FEED']
  return {
    appId: PROGRAM.appId,
    productName: PROGRAM.productName,
    copyright: `${PROGRAM.license} licence`,
    icon: ICONS.png,
    directories: { output: 'dist', buildResources: 'resources' },
    extraFiles: [{ from: 'LICENSE', to: 'LICENSE.gatehouse.txt' }],
    asar: true,
    // Native code cannot be loaded from inside the archive.
    asarUnpack: ['**/*.node'],
    // The driver brings its binaries for all platforms; nothing is compiled.
    npmRebuild: false,
    // Signing comes after the fuses.
    electronFuses: { ...FUSES, resetAdHocDarwinSignature: false },
    fileAssociations: [
      {
        ext: FILE_TYPE.extension,
        name: FILE_TYPE.description,
        description: FILE_TYPE.description,
        mimeType: FILE_TYPE.mimeType,
        role: 'Editor',
      },
    ],
    protocols: [{ name: `${PROGRAM.productName} link`, schemes: [LINK_SCHEME] }],
    ...windows(),
    ...mac(signing),
    ...linux(),
    // What "Check now" shows of a newer release.
    releaseInfo: { releaseNotes: feedNotes(readFileSync(join(ROOT, RELEASE_NOTES), 'utf8')) },
    publish: feed ? { provider: 'generic', url: feed } : null,
    afterAllArtifactBuild: ({ platformToTargets }) => {
      for (const { nodeName } of platformToTargets.keys()) {
        const text = unsignedText(nodeName, signing)
        if (text) process.stdout.write(`${text}\n`)
      }
      return []
    },
  }
}

/**
 * Only what runs on a system: the build, the packages that stay outside of its bundles, and the driver's binaries for it.
 * WHY not once for all systems: beside a system's own list that only leaves out, electron-builder packs the whole folder.
 */
function contentsFor(system: (typeof SYSTEMS)[number]): string[] {
  const others = SYSTEMS.filter((other) => other !== system)
  return [
    ...BUILT.desktop.map((path) => (path.includes('.') ? path : `${path}/**`)),
    'package.json',
    '!**/*.{map,d.ts,md,markdown,flow}',
    `!**/node_modules/**/{${UNREAD_FOLDERS.join(',')}}{,/**}`,
    `!node_modules/sqlite3/{${DRIVER_SOURCES.join(',')}}{,/**}`,
    `!node_modules/sqlite3/prebuilds/{${others.join(',')}}*{,/**}`,
    ...bundledPackages().map((folder) => `!${folder}{,/**}`),
  ]
}

/** Per user: it is installed without an administrator, and never asks for one. */
const windows = (): Pick<Configuration, 'win' | 'nsis'> => ({
  win: {
    files: contentsFor('win32'),
    target: [{ target: 'nsis', arch: ['x64', 'arm64'] }],
  },
  nsis: {
    oneClick: false,
    // WHY: the default name has blanks, which places that releases are put on change, and the feed does not.
    artifactName: '${productName}-Setup-${version}.${ext}',
    perMachine: false,
    allowElevation: false,
    packElevateHelper: false,
    allowToChangeInstallationDirectory: true,
    license: 'LICENSE',
    // Workspaces are the administrator's: removing the program leaves them.
    deleteAppDataOnUninstall: false,
  },
})

const mac = ({ mac: signed, notary }: Signing): Pick<Configuration, 'mac' | 'dmg'> => ({
  mac: {
    files: contentsFor('darwin'),
    target: [
      { target: 'dmg', arch: 'universal' },
      // What the updater reads.
      { target: 'zip', arch: 'universal' },
    ],
    category: PROGRAM.macCategory,
    // Each half brings the driver for both processors, so that these files are equal in both.
    x64ArchFiles: '**/node_modules/sqlite3/prebuilds/**',
    entitlements: 'resources/packaging/entitlements.mac.plist',
    entitlementsInherit: 'resources/packaging/entitlements.mac.plist',
    // WHY: without an identity each library has a signature of its own, and a hardened program would refuse to load them.
    hardenedRuntime: signed,
    ...(signed ? {} : { identity: '-' }),
    notarize: notary,
  },
  dmg: { sign: false },
})

const linux = (): Pick<Configuration, 'linux' | 'deb' | 'rpm'> => ({
  linux: {
    files: contentsFor('linux'),
    target: ['AppImage', 'deb', 'rpm'].map((target) => ({ target, arch: ['x64', 'arm64'] })),
    executableName: PROGRAM.name,
    // An address, not a path, for links into the program; files come as `file:` addresses or as paths.
    executableArgs: ['%u'],
    category: PROGRAM.categories.join(';'),
    synopsis: PROGRAM.synopsis,
    description: PROGRAM.description,
    maintainer: PROGRAM.maintainer,
    vendor: PROGRAM.maintainer,
    syncDesktopName: true,
    desktop: { entry: { ...DESKTOP_KEYS } },
  },
  deb: { packageCategory: PROGRAM.debianSection },
  rpm: { packageCategory: 'Applications/System' },
})
