import { readFileSync } from 'node:fs'
import type { Configuration } from 'electron-builder'
import { DebugLogger } from 'builder-util'
import { beforeAll, describe, expect, it } from 'vitest'
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { builderConfig } from '../../../scripts/packaging/builder-config.ts'
import { bundledPackages, packageFolders, runtimeDependencies } from '../../../scripts/packaging/contents.ts'
import { FUSES } from '../../../scripts/packaging/fuses.ts'
import { FILE_TYPE, ICONS, PROGRAM, RELEASE_NOTES } from '../../../scripts/packaging/metadata.ts'
import { feedNotes } from '../../../scripts/packaging/release-notes.ts'
import manifest from '../../../package.json' with { type: 'json' }

/** As electron-builder resolves it: the file of `npm run dist`, with its own defaults. */
let resolved: Configuration
beforeAll(async () => {
  resolved = await getConfig(process.cwd(), 'electron-builder.config.ts', null)
})

const IDENTITY = { CSC_LINK: 'certificate.p12' }
const NOTARY = { APPLE_API_KEY: 'key.p8', APPLE_API_KEY_ID: 'id', APPLE_API_ISSUER: 'issuer' }
const SYSTEMS = ['win', 'mac', 'linux'] as const

describe('the configuration of electron-builder', () => {
  it('is valid by its own schema', async () => {
    await expect(validateConfiguration(resolved, new DebugLogger(false))).resolves.toBeUndefined()
  })

  it('is the one that `npm run dist` uses', () => {
    expect(manifest.scripts.dist).toContain('--config electron-builder.config.ts')
  })

  it('names the program and its licence as the table does', () => {
    expect(resolved).toMatchObject({ appId: PROGRAM.appId, productName: PROGRAM.productName, icon: ICONS.png })
    expect(resolved.extraFiles).toContainEqual({ from: 'LICENSE', to: 'LICENSE.gatehouse.txt' })
    // Without them electron-builder makes no deb and no rpm.
    expect(manifest.homepage).toMatch(/^https:/)
    expect(manifest.author.email).toContain('@')
  })

  it('gives the update feed the release notes', () => {
    expect(resolved.releaseInfo).toEqual({ releaseNotes: feedNotes(readFileSync(RELEASE_NOTES, 'utf8')) })
  })

  it('registers the workspace file on every system', () => {
    expect(resolved.fileAssociations).toEqual([
      expect.objectContaining({ ext: FILE_TYPE.extension, mimeType: FILE_TYPE.mimeType, role: 'Editor' }),
    ])
  })

  it('packs an archive, decides every fuse, and checks the archive where the system can', () => {
    expect(resolved.asar).toBe(true)
    expect(resolved.asarUnpack).toEqual(['**/*.node'])
    expect(resolved.electronFuses).toEqual({ ...FUSES, resetAdHocDarwinSignature: false })
    expect(resolved.disableAsarIntegrity ?? false).toBe(false)
  })

  it('has an icon that every system’s form can be made from', () => {
    const header = readFileSync(ICONS.png)
    expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([512, 512])
  })
})

describe('for Windows', () => {
  it('makes an NSIS installer for both processors', () => {
    expect(resolved.win?.target).toEqual([{ target: 'nsis', arch: ['x64', 'arm64'] }])
  })

  it('installs for one person and never asks for an administrator', () => {
    expect(resolved.nsis).toMatchObject({ perMachine: false, allowElevation: false, packElevateHelper: false })
  })

  it('has a name without blanks, which a download keeps', () => {
    expect(resolved.nsis?.artifactName).toMatch(/^\S+\.\$\{ext\}$/)
  })

  it('shows the licence, and leaves the data when it is removed', () => {
    expect(resolved.nsis).toMatchObject({ license: 'LICENSE', deleteAppDataOnUninstall: false })
  })
})

describe('for macOS', () => {
  it('makes a disk image, and the archive that updates are read from, for both processors in one', () => {
    expect(resolved.mac?.target).toEqual([
      { target: 'dmg', arch: 'universal' },
      { target: 'zip', arch: 'universal' },
    ])
  })

  it.each([
    ['nothing is given', {}, { hardenedRuntime: false, identity: '-', notarize: false }],
    ['an identity is given', IDENTITY, { hardenedRuntime: true, notarize: false }],
    ['notary credentials too', { ...IDENTITY, ...NOTARY }, { hardenedRuntime: true, notarize: true }],
    ['notary credentials alone', NOTARY, { hardenedRuntime: false, identity: '-', notarize: false }],
  ])('hardens and notarizes as far as it can: %s', (_, env, expected) => {
    expect(builderConfig(env).mac).toMatchObject(expected)
  })

  it('gives up nothing of the hardened runtime but compiling while running', () => {
    const { entitlements, entitlementsInherit } = resolved.mac ?? {}
    expect(entitlementsInherit).toBe(entitlements)
    expect(readFileSync(entitlements as string, 'utf8').match(/<key>[^<]+<\/key>/g)).toEqual([
      '<key>com.apple.security.cs.allow-jit</key>',
    ])
  })
})

describe('for Linux', () => {
  it('makes an AppImage, a deb and an rpm for both processors', () => {
    expect(resolved.linux?.target).toEqual(
      ['AppImage', 'deb', 'rpm'].map((target) => ({ target, arch: ['x64', 'arm64'] })),
    )
  })

  it('opens a file and a link by its address, from an entry that its windows belong to', () => {
    expect(resolved.linux).toMatchObject({
      executableName: PROGRAM.name,
      executableArgs: ['%u'],
      syncDesktopName: true,
    })
    expect(manifest.desktopName).toBe(`${PROGRAM.name}.desktop`)
    expect(resolved.linux?.desktop?.entry).toMatchObject({ StartupWMClass: PROGRAM.name })
  })
})

describe('what is packed', () => {
  it.each(SYSTEMS)('for %s is named, so that nothing else of the checkout goes with it', (system) => {
    // With a list for all systems beside one that only leaves out, electron-builder packs the whole folder.
    expect(resolved.files ?? []).toEqual([])
    const files = resolved[system]?.files as string[]
    expect(files.filter((pattern) => !pattern.startsWith('!'))).toEqual([
      'out/main/**',
      'out/preload/**',
      'out/renderer/**',
      'out/server/verify-bundle.mjs',
      'package.json',
    ])
  })

  it('holds each package that a program asks for when it runs, and none that a bundle holds', () => {
    const needed = packageFolders(Object.keys(runtimeDependencies(true)))
    expect(needed).toEqual(
      expect.arrayContaining([
        'node_modules/sequelize',
        'node_modules/moment',
        'node_modules/sqlite3',
        'node_modules/pino',
      ]),
    )
    expect(bundledPackages()).toEqual(expect.arrayContaining(['node_modules/koa', 'node_modules/zod']))
    expect(needed.filter((folder) => bundledPackages().includes(folder))).toEqual([])
  })

  it.each([
    ['win', 'darwin,linux'],
    ['mac', 'linux,win32'],
    ['linux', 'darwin,win32'],
  ] as const)('for %s holds no binary of another system', (system, others) => {
    expect(resolved[system]?.files).toContain(`!node_modules/sqlite3/prebuilds/{${others}}*{,/**}`)
  })
})

describe('updates', () => {
  it('are looked for by no build without a feed', () => {
    expect(builderConfig({}).publish).toBeNull()
    expect(builderConfig({ GATEHOUSE_UPDATE_FEED: '' }).publish).toBeNull()
  })

  it('come from the feed that a build was given', () => {
    const url = 'https://updates.example.org/gatehouse'
    expect(builderConfig({ GATEHOUSE_UPDATE_FEED: url }).publish).toEqual({ provider: 'generic', url })
  })
})
