import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readFeed } from '#main/updates/feed.ts'
import { updateModeOf } from '#main/updates/update-mode.ts'

const URL = 'https://updates.example.org/gatehouse'
const SIGNED = { provider: 'generic', url: URL, publisherName: ['Example'] } as const
const UNSIGNED = { ...SIGNED, publisherName: [] }

describe('an update is installed only where something vouches for it', () => {
  it.each([
    ['darwin', SIGNED, false, 'install'],
    ['win32', SIGNED, false, 'install'],
    ['win32', UNSIGNED, false, 'notify'],
    ['linux', UNSIGNED, true, 'install'],
    ['linux', SIGNED, false, 'notify'],
    ['linux', null, true, 'off'],
    ['win32', null, false, 'off'],
  ] as const)('%s, feed %o, AppImage %s: %s', (platform, feed, isAppImage, kind) => {
    const given = feed && { ...feed, publisherName: [...feed.publisherName] }
    expect(updateModeOf({ platform, feed: given, isAppImage }).kind).toBe(kind)
  })
})

describe('the feed of a build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-feed-'))
  const file = join(folder, 'app-update.yml')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const read = (text: string) => {
    writeFileSync(file, text)
    return readFeed(file)
  }

  it('is none without the file', async () => {
    expect(await readFeed(join(folder, 'absent.yml'))).toBeNull()
  })

  it('is read as electron-builder writes it', async () => {
    const text = `provider: generic\nurl: ${URL}\nupdaterCacheDirName: gatehouse-updater\npublisherName:\n  - Example\n`
    expect(await read(text)).toEqual(SIGNED)
    expect(await read(`provider: generic\nurl: ${URL}\npublisherName: Example\n`)).toEqual(SIGNED)
    expect((await read(`provider: generic\nurl: http://127.0.0.1:8000\n`))?.publisherName).toEqual([])
  })

  it.each([
    ['unencrypted', 'provider: generic\nurl: http://updates.example.org\n', /url must be an https address/],
    ['no address', 'provider: generic\nurl: file:///tmp\n', /url/],
    ['of another provider', `provider: github\nurl: ${URL}\n`, /provider/],
    ['no YAML', ': : :', /./],
  ])('is refused with the field’s name: %s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })
})
