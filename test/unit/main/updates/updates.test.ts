import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NsisUpdater } from 'electron-updater'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UpdateState } from '#ipc/contract.ts'
import { openUpdater } from '#main/updates/open-updater.ts'
import { updateModeOf, type UpdateMode } from '#main/updates/update-mode.ts'
import { createUpdates, type UpdateParts } from '#main/updates/updates.ts'
import { NodeDownloads } from '../../../helpers/node-downloads.ts'
import { publish, serveFeed, type UpdateFeed } from '../../../helpers/update-feed.ts'

const INSTALLED = '0.1.0'
const NEWER = { version: '0.2.0', file: 'Gatehouse-0.2.0.AppImage', content: Buffer.from('the new program') }

const UNSIGNED = 'The download is not signed by the publisher of this program, and was discarded.'

let feed: UpdateFeed
let folder: string
beforeEach(async () => {
  feed = await serveFeed()
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-updates-'))
  vi.stubEnv('APPIMAGE', join(folder, 'Gatehouse.AppImage'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await feed.close()
  await rm(folder, { recursive: true, force: true })
})

interface Setting {
  mode?: UpdateMode
  platform?: NodeJS.Platform
  work?: string[]
  publisherName?: string
  /** Of Windows' own check of a signature: what is wrong; null when nothing is. */
  signature?: string | null
}

/** electron-updater itself, on Node's network instead of Chromium's, and updates over it. */
async function updatesWith({ mode = { kind: 'install' }, platform = 'linux', ...setting }: Setting = {}) {
  const config = join(folder, 'app-update.yml')
  const { publisherName } = setting
  await writeFile(
    config,
    JSON.stringify({ provider: 'generic', url: feed.url, updaterCacheDirName: 'cache', publisherName }),
  )
  const app = {
    version: INSTALLED,
    name: 'gatehouse',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  }
  const updater = openUpdater({ platform, isAppImage: mode.kind === 'install' }, null, undefined, app)
  Object.assign(updater, { httpExecutor: new NodeDownloads() })
  if (setting.signature !== undefined)
    (updater as NsisUpdater).verifyUpdateCodeSignature = async () => setting.signature ?? null
  const seen: UpdateState[] = []
  const parts = {
    mode,
    openUpdater: vi.fn(async () => updater),
    runningWork: async () => setting.work ?? [],
    quitAndInstall: vi.fn<UpdateParts['quitAndInstall']>(),
    now: () => new Date('2026-11-22T10:00:00Z'),
    onChange: (state: UpdateState) => void seen.push(state),
    report: vi.fn<UpdateParts['report']>(),
  }
  return { updates: createUpdates(parts), parts, seen }
}

/** What electron-updater has left of downloads. */
const downloads = async () =>
  (await readdir(join(folder, 'cache/pending')).catch(() => [])).filter((name) => !name.endsWith('.json'))

describe('without a feed', () => {
  it('nothing is looked for, and the page is told why', async () => {
    const mode = updateModeOf({ platform: 'linux', feed: null, isAppImage: true })
    const { updates, parts } = await updatesWith({ mode })
    expect(await updates.check()).toEqual({ state: 'off', reason: expect.stringContaining('no update feed') as string })
    expect(parts.openUpdater).not.toHaveBeenCalled()
    expect(feed.requests).toEqual([])
  })
})

describe('a check', () => {
  it('is made only when the person asks', async () => {
    publish(feed, NEWER)
    const { updates } = await updatesWith()
    expect(updates.state()).toEqual({ state: 'idle' })
    expect(feed.requests).toEqual([])
  })

  it('finds a newer release, with its notes', async () => {
    publish(feed, { ...NEWER, notes: 'Faster lists.' })
    const { updates, seen } = await updatesWith()
    expect(await updates.check()).toEqual({
      state: 'available',
      update: { version: '0.2.0', releasedAt: '2026-11-20T08:00:00.000Z', notes: 'Faster lists.', hint: null },
    })
    expect(seen.map(({ state }) => state)).toEqual(['checking', 'available'])
    expect(await downloads()).toEqual([])
  })

  it.each([INSTALLED, '0.0.9'])('finds nothing newer than this version in %s', async (version) => {
    publish(feed, { ...NEWER, version })
    const { updates } = await updatesWith()
    expect(await updates.check()).toEqual({ state: 'current', checkedAt: '2026-11-22T10:00:00.000Z' })
  })

  it('sends nothing by which this installation could be known again', async () => {
    publish(feed, NEWER)
    const { updates } = await updatesWith()
    await updates.check()
    expect(feed.requests.map((headers) => headers['x-user-staging-id'])).toEqual([''])
  })

  it('shows no more of the notes than a page can', async () => {
    publish(feed, { ...NEWER, notes: 'x'.repeat(1_000_000) })
    const state = await (await updatesWith()).updates.check()
    expect(state.state === 'available' && state.update.notes.length).toBe(20_000)
  })

  it('says that the feed cannot be reached, and can be tried again', async () => {
    publish(feed, NEWER)
    const { updates, parts } = await updatesWith()
    const files = new Map(feed.files)
    await feed.close()
    expect(await updates.check()).toEqual({ state: 'failed', message: 'The update feed cannot be reached.' })
    expect(parts.report).toHaveBeenCalled()
    feed = await serveFeed()
    files.forEach((content, path) => feed.files.set(path, content))
    expect((await (await updatesWith()).updates.check()).state).toBe('available')
  })

  it.each([
    ['is empty', null],
    ['holds no YAML', '{{{'],
    ['names no version', JSON.stringify({ version: 'soon', files: [] })],
  ])('says so when the feed %s', async (_, channel) => {
    if (channel !== null) feed.files.set('/latest-linux.yml', channel)
    const state = await (await updatesWith()).updates.check()
    expect(state).toEqual({ state: 'failed', message: expect.stringContaining('has no readable release') as string })
  })
})

describe('a download', () => {
  it('is kept when it has the checksum of the feed', async () => {
    publish(feed, NEWER)
    const { updates } = await updatesWith()
    await updates.check()
    expect(await updates.download()).toMatchObject({ state: 'ready', update: { version: '0.2.0' } })
    expect(await downloads()).toEqual([NEWER.file])
  })

  it('is thrown away when it is not what the feed announced', async () => {
    publish(feed, NEWER)
    feed.files.set(`/${NEWER.file}`, Buffer.from('another program'))
    const { updates, parts } = await updatesWith()
    await updates.check()
    expect(await updates.download()).toEqual({
      state: 'failed',
      message: 'The download is not what the feed announced, and was discarded.',
    })
    expect(await downloads()).toEqual([])
    await expect(updates.install()).rejects.toMatchObject({ code: 'NOT_DOWNLOADED' })
    expect(parts.quitAndInstall).not.toHaveBeenCalled()
  })

  it.each([
    ['is thrown away without the publisher’s signature', 'not signed', { state: 'failed', message: UNSIGNED }],
    ['is kept with it', null, { state: 'ready' }],
  ])('for Windows %s', async (_, signature, expected) => {
    publish(feed, { ...NEWER, file: 'Gatehouse-0.2.0.exe' })
    const { updates } = await updatesWith({ platform: 'win32', publisherName: 'Example', signature })
    await updates.check()
    expect(await updates.download()).toMatchObject(expected)
    expect((await downloads()).length).toBe(signature === null ? 1 : 0)
  })

  it('is refused where a package manager updates', async () => {
    publish(feed, NEWER)
    const { updates } = await updatesWith({ mode: { kind: 'notify', reason: 'As your other packages.' } })
    expect(await updates.check()).toMatchObject({ state: 'available', update: { hint: 'As your other packages.' } })
    await expect(updates.download()).rejects.toMatchObject({ code: 'NOTHING_TO_DOWNLOAD' })
    expect(await downloads()).toEqual([])
  })
})

describe('installing', () => {
  it('waits for running work, and says which', async () => {
    publish(feed, NEWER)
    const { updates, parts } = await updatesWith({ work: ['Export of the audit log'] })
    await updates.check()
    await updates.download()
    await expect(updates.install()).rejects.toThrow('Updates wait for running work: Export of the audit log.')
    expect(parts.quitAndInstall).not.toHaveBeenCalled()
    expect(updates.state().state).toBe('ready')
  })

  it('begins when nothing runs, and only when it is asked for', async () => {
    publish(feed, NEWER)
    const { updates, parts } = await updatesWith()
    await updates.check()
    await updates.download()
    expect(parts.quitAndInstall).not.toHaveBeenCalled()
    await updates.install()
    expect(parts.quitAndInstall).toHaveBeenCalledOnce()
  })
})
