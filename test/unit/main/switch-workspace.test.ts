import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPreferences, MAX_RECENT, type PreferenceStore } from '#main/host/preferences.ts'
import { addRecent, recentWorkspaces } from '#main/host/recents.ts'
import type { WorkspaceHost } from '#main/host/workspace-host.ts'
import type { Leaving } from '#main/lifecycle/leave.ts'
import { createSwitch } from '#main/lifecycle/switch-workspace.ts'
import { StartError } from '#contract/gatehouse/start-error.ts'

let folder = ''
let preferences: PreferenceStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-switch-'))
  preferences = openPreferences(join(folder, 'preferences.json'), vi.fn())
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
async function aFile(name: string): Promise<string> {
  await writeFile(at(name), name)
  return at(name)
}

/** A program that has `open.gatehouse` open. */
async function program({ may = true, agrees = true } = {}) {
  const deeds: string[] = []
  const info = (file: string) => ({ file, folder, url: '', port: 1, tokenFile: null })
  const now = await aFile('open.gatehouse')
  const host = {
    current: () => ({ workspace: info(now) }),
    probe: async (file: string) => {
      deeds.push('probe')
      if (file.includes('bad')) throw new StartError('FILE_FOREIGN', `${file} is not a Gatehouse workspace.`)
    },
    open: async (file: string) => (deeds.push('open'), info(file)),
    restore: async () => void deeds.push('restore'),
  } as unknown as WorkspaceHost
  const leaving = { mayLeave: async () => (deeds.push('ask'), may) } as unknown as Leaving
  const askToOpen = vi.fn(async () => agrees)
  const onRecent = vi.fn()
  return { switching: createSwitch({ host, preferences, leaving, askToOpen, onRecent }), deeds, askToOpen, onRecent }
}

it('looks at a file first, then asks about the open one, then opens, and remembers it', async () => {
  const { switching, deeds, onRecent } = await program()
  const file = await aFile('other.gatehouse')
  expect(await switching.open(file)).toMatchObject({ file })
  expect(deeds).toEqual(['probe', 'ask', 'open'])
  expect(preferences.get()).toMatchObject({ workspaceFile: file, recent: [file] })
  expect(onRecent).toHaveBeenCalledOnce()
})

it.each([
  ['bad.gatehouse', 'FILE_FOREIGN', ['probe']],
  ['missing.gatehouse', 'FILE_MISSING', []],
])('%s closes nothing and asks nothing', async (name, code, expected) => {
  const { switching, deeds } = await program()
  if (!name.startsWith('missing')) await aFile(name)
  await expect(switching.open(at(name))).rejects.toMatchObject({ code })
  expect(deeds).toEqual(expected)
  expect(existsSync(at(name))).toBe(!name.startsWith('missing'))
  expect(preferences.get().recent).toEqual([])
})

it('who would rather stay keeps the open workspace', async () => {
  const { switching, deeds } = await program({ may: false })
  expect(await switching.open(await aFile('other.gatehouse'))).toBeNull()
  expect(deeds).toEqual(['probe', 'ask'])
})

it('makes a new workspace only where there is no file', async () => {
  const { switching } = await program()
  await expect(switching.create(at('open.gatehouse'), 'classic')).rejects.toMatchObject({ code: 'FILE_EXISTS' })
  expect(await switching.create(at('new.gatehouse'), 'classic')).toMatchObject({ file: at('new.gatehouse') })
})

it('a file that was handed over is opened once the person agrees; the open one needs no question', async () => {
  const other = await aFile('other.gatehouse')
  const refusing = await program({ agrees: false })
  expect(await refusing.switching.openHandedOver(other)).toBeNull()
  expect(await refusing.switching.openHandedOver(at('open.gatehouse'))).toBeNull()
  expect(refusing.askToOpen).toHaveBeenCalledExactlyOnceWith('other.gatehouse', 'open.gatehouse')
  expect(refusing.deeds).toEqual([])
  const agreeing = await program()
  expect(await agreeing.switching.openHandedOver(other)).toMatchObject({ file: other })
  await expect(agreeing.switching.openHandedOver(at('missing.gatehouse'))).rejects.toMatchObject({
    code: 'FILE_MISSING',
  })
})

it('recent workspaces: the last first, each once, so many and no more, missing ones said to be', async () => {
  for (let count = 0; count < MAX_RECENT + 3; count++) addRecent(preferences, at(`${count}.gatehouse`))
  addRecent(preferences, await aFile('5.gatehouse'))
  const recent = recentWorkspaces(preferences, at('12.gatehouse'))
  expect(recent.map(({ name }) => name.split('.')[0])).toEqual(['5', '11', '10', '9', '8', '7', '6', '4', '3'])
  expect(recent.filter(({ exists }) => exists).map(({ name }) => name)).toEqual(['5.gatehouse'])
  // In the next run as well.
  expect(openPreferences(at('preferences.json'), vi.fn()).get().recent).toHaveLength(MAX_RECENT)
})

it('a backup is looked at first, then the person is asked, then it is restored', async () => {
  const { switching, deeds } = await program()
  expect(await switching.restore(at('monday.backup'))).toBe(true)
  expect(deeds).toEqual(['probe', 'ask', 'restore'])
  const refused = await program()
  await expect(refused.switching.restore(at('bad.backup'))).rejects.toMatchObject({ code: 'FILE_FOREIGN' })
  expect(refused.deeds).toEqual(['probe'])
  const stays = await program({ may: false })
  expect(await stays.switching.restore(at('monday.backup'))).toBe(false)
  expect(stays.deeds).toEqual(['probe', 'ask'])
})
