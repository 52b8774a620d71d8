import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dataFolder } from '#main/host/data-folder.ts'
import { discoveryFile, removeDiscovery, writeDiscovery } from '#main/host/discovery.ts'
import { readLaunchOptions } from '#main/host/launch-options.ts'
import { choosePort, isPortFree, portCandidates } from '#main/host/port.ts'
import { openPreferences } from '#main/host/preferences.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-host-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the port', () => {
  it('is the preferred one while that is free', async () => {
    expect(await choosePort(7480, async () => true)).toBe(7480)
  })

  it('is else the next free one', async () => {
    expect(await choosePort(7480, async (port) => port >= 7483)).toBe(7483)
  })

  it('is any port when twenty-one are taken', async () => {
    const asked: number[] = []
    expect(await choosePort(7480, async (port) => asked.push(port) < 0)).toBe(0)
    expect([asked.length, asked.at(-1)]).toEqual([21, 7500])
  })

  it('never leaves the range of ports', () => {
    expect(portCandidates(65530)).toEqual([65530, 65531, 65532, 65533, 65534, 65535])
  })

  it('is not free while somebody listens', async () => {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    expect(await isPortFree(port)).toBe(false)
    await new Promise((done) => server.close(done))
    expect(await isPortFree(port)).toBe(true)
  })
})

describe('the discovery file', () => {
  const discovery = {
    url: 'http://127.0.0.1:7480',
    tokenFile: '/w/a.sqlite.token',
    vocabulary: 'svc',
    pid: 4711,
    version: '0.1.0',
  }
  const dataFile = () => join(folder, 'a.sqlite')

  it('stands beside the workspace, for its owner only', async () => {
    await writeDiscovery(dataFile(), discovery)
    const file = join(folder, 'service.json')
    expect(discoveryFile(dataFile())).toBe(file)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(discovery)
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('replaces one that a crash has left', async () => {
    await writeFile(join(folder, 'service.json'), 'half', { mode: 0o644 })
    await writeDiscovery(dataFile(), discovery)
    expect(JSON.parse(await readFile(join(folder, 'service.json'), 'utf8'))).toEqual(discovery)
    if (process.platform !== 'win32') expect((await stat(join(folder, 'service.json'))).mode & 0o777).toBe(0o600)
  })

  it('goes with its service, and with no other', async () => {
    await writeDiscovery(dataFile(), discovery)
    await removeDiscovery(dataFile(), 1)
    expect(await readFile(join(folder, 'service.json'), 'utf8')).toContain('4711')
    await removeDiscovery(dataFile(), 4711)
    await expect(stat(join(folder, 'service.json'))).rejects.toThrow('ENOENT')
    await removeDiscovery(dataFile(), 4711)
  })
})

describe('preferences', () => {
  it('outlive the run', () => {
    const file = join(folder, 'deep/preferences.json')
    openPreferences(file, vi.fn()).set({ port: 7485, theme: 'dark' })
    expect(openPreferences(file, vi.fn()).get()).toMatchObject({ port: 7485, theme: 'dark' })
  })

  it.each(['', '{', '[]', '{"port":"x","theme":"sepia","window":{"width":"w"}}'])(
    'are the defaults for a damaged file %j',
    async (text) => {
      const file = join(folder, 'preferences.json')
      await writeFile(file, text)
      expect(openPreferences(file, vi.fn()).get()).toEqual({ theme: 'system', recent: [] })
    },
  )

  it('go on without a file that cannot be written', async () => {
    await writeFile(join(folder, 'file'), '')
    const report = vi.fn()
    const preferences = openPreferences(join(folder, 'file/preferences.json'), report)
    preferences.set({ port: 7490 })
    expect(preferences.get().port).toBe(7490)
    expect(report).toHaveBeenCalledOnce()
  })
})

describe('the command line', () => {
  it('takes both spellings and resolves paths', () => {
    const argv = ['.', '--no-sandbox', '--data', 'org.sqlite', '--profile-dir=p', '--port', '7500']
    expect(readLaunchOptions(argv, {}, '/work')).toEqual({
      dataFile: resolve('/work/org.sqlite'),
      profileDir: resolve('/work/p'),
      port: 7500,
    })
  })

  it('passes over what it cannot use', () => {
    expect(readLaunchOptions(['--data', '--port', 'many'], {}, '/work')).toEqual({})
    expect(readLaunchOptions(['--port=70000'], {}, '/work')).toEqual({})
  })

  it('takes a workspace file that stands alone, as a double click gives it', () => {
    expect(readLaunchOptions(['.', '--no-sandbox', 'my org.gatehouse'], {}, '/work')).toEqual({
      dataFile: resolve('/work/my org.gatehouse'),
    })
    expect(readLaunchOptions(['a.gatehouse', '--data=b.sqlite'], {}, '/work').dataFile).toBe(resolve('/work/b.sqlite'))
    expect(readLaunchOptions(['--icon=x.gatehouse', 'notes.txt'], {}, '/work')).toEqual({})
  })

  it('takes a file by its address, as some desktops give it', () => {
    expect(readLaunchOptions(['file:///work/my%20org.gatehouse'], {}, '/elsewhere')).toEqual({
      dataFile: resolve('/work/my org.gatehouse'),
    })
    expect(readLaunchOptions(['https://example.org/my.gatehouse'], {}, '/work')).toEqual({})
  })

  it('takes a link into the program, which is never a file', () => {
    expect(readLaunchOptions(['gatehouse://open/simulate?user=00u1'], {}, '/work')).toEqual({
      route: '/simulate?user=00u1',
    })
    expect(readLaunchOptions(['gatehouse://open/a.sqlite'], {}, '/work')).toEqual({ route: '/a.sqlite' })
    expect(readLaunchOptions(['gatehouse://elsewhere/a.sqlite'], {}, '/work')).toEqual({})
  })

  it('lets the environment name a profile', () => {
    expect(readLaunchOptions([], { GATEHOUSE_PROFILE_DIR: '/p' }, '/work')).toEqual({ profileDir: resolve('/p') })
  })
})

it('finds the data folder that Electron would use', () => {
  expect(dataFolder('linux', {}, '/home/ada')).toBe('/home/ada/.config/Gatehouse')
  expect(dataFolder('linux', { XDG_CONFIG_HOME: '/c' }, '/home/ada')).toBe('/c/Gatehouse')
  expect(dataFolder('darwin', {}, '/Users/ada')).toBe('/Users/ada/Library/Application Support/Gatehouse')
  expect(dataFolder('win32', { APPDATA: 'C:\\A' }, 'C:\\Users\\ada')).toBe('C:\\A\\Gatehouse')
})
