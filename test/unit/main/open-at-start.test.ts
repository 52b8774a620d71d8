import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PreferenceStore, Preferences } from '#main/host/preferences.ts'
import type { WorkspaceHost } from '#main/host/workspace-host.ts'
import { openAtStart } from '#main/lifecycle/open-at-start.ts'
import type { Questions, StartChoice } from '#main/lifecycle/open-at-start.ts'
import { StartError } from '#contract/gatehouse/start-error.ts'

let folder = ''
let tried: string[] = []
let sentences: string[] = []
/** Whether the workspace was called missing, for each question. */
let missing: boolean[] = []
/** Whether a backup was offered, for each question. */
let restorable: boolean[] = []
let preferences: PreferenceStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-start-'))
  tried = []
  sentences = []
  missing = []
  restorable = []
  let current: Preferences = { theme: 'system', recent: [] }
  preferences = { get: () => current, set: (change) => void (current = { ...current, ...change }) }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
async function aFile(name: string): Promise<string> {
  await writeFile(at(name), name)
  return at(name)
}

function refuseBad(file: string): void {
  if (file.includes('bad')) throw new StartError('FILE_CORRUPT', `${file} is damaged.`)
}

/** A host in which files named `bad…` cannot be opened, and others are made where they are absent. */
const host: WorkspaceHost = {
  current: () => null,
  stop: async () => undefined,
  moveTo: async () => null,
  restore: async () => undefined,
  probe: async (file) => refuseBad(file),
  open: async (file) => {
    tried.push(file)
    refuseBad(file)
    if (file.includes('bug')) throw new Error('undefined is not a function')
    if (!existsSync(file)) await writeFile(file, 'new')
    return { file, folder: '/p', url: 'http://127.0.0.1:7480', port: 7480, tokenFile: null }
  },
}

function questions(choices: StartChoice[], files: (string | null)[] = []): Questions {
  const next = async (): Promise<string | null> => files.shift() ?? null
  return {
    choice: async ({ sentence, isMissing, mayRestore }) => {
      restorable.push(mayRestore)
      sentences.push(sentence)
      missing.push(isMissing)
      return choices.shift() ?? 'quit'
    },
    file: next,
    newFile: next,
    backup: next,
  }
}

async function restore(dataFile: string, backup: string): Promise<void> {
  refuseBad(backup)
  await copyFile(backup, dataFile)
}

const start = (asked: string | undefined, by: Questions) =>
  openAtStart({ host, preferences, folder, asked, questions: by, restore })

it('opens the default workspace of the profile, and remembers it', async () => {
  expect(await start(undefined, questions([]))).toBe(true)
  expect(tried).toEqual([at('workspace.gatehouse')])
  expect(preferences.get()).toMatchObject({ workspaceFile: tried[0], recent: tried })
})

it('keeps the default workspace that an earlier version made', async () => {
  await aFile('workspace.sqlite')
  await start(undefined, questions([]))
  expect(tried).toEqual([at('workspace.sqlite')])
})

it('prefers the command line to the last workspace, for this run only', async () => {
  preferences.set({ workspaceFile: await aFile('last.sqlite') })
  await start(at('asked.gatehouse'), questions([]))
  await start(undefined, questions([]))
  expect(tried).toEqual([at('asked.gatehouse'), at('last.sqlite')])
  expect(preferences.get().recent).toEqual([at('last.sqlite'), at('asked.gatehouse')])
})

it('says in one sentence why not, and opens what the person chooses instead', async () => {
  const asked = questions(['open', 'create'], [at('bad2.sqlite'), at('good.sqlite')])
  expect(await start(at('bad.sqlite'), asked)).toBe(true)
  expect(sentences).toEqual([`${at('bad.sqlite')} is damaged.`, `${at('bad2.sqlite')} is damaged.`])
  expect(missing).toEqual([false, false])
  expect(preferences.get().workspaceFile).toBe(at('good.sqlite'))
})

it('asks again when the file dialog is closed', async () => {
  expect(await start(at('bad.sqlite'), questions(['open', 'open'], [null, at('good.sqlite')]))).toBe(true)
  expect(sentences).toHaveLength(2)
})

it('ends when the person would rather quit, and forgets nothing', async () => {
  preferences.set({ workspaceFile: await aFile('bad.sqlite') })
  expect(await start(undefined, questions(['quit']))).toBe(false)
  expect(preferences.get().workspaceFile).toBe(at('bad.sqlite'))
})

it('leaves an error without a name to the crash handler', async () => {
  const asked = questions([])
  const choice = vi.spyOn(asked, 'choice')
  await expect(start(at('bug.sqlite'), asked)).rejects.toThrow('undefined')
  expect(choice).not.toHaveBeenCalled()
})

it.each([
  ['the last workspace', () => preferences.set({ workspaceFile: at('org.gatehouse') }), undefined],
  ['one that was open before', () => preferences.set({ recent: [at('org.gatehouse')] }), 'org.gatehouse'],
])('never makes %s again where it is missing', async (_which, use, asked) => {
  use()
  expect(await start(asked && at(asked), questions(['quit']))).toBe(false)
  expect(sentences).toEqual([`org.gatehouse is missing. It was at ${at('org.gatehouse')}.`])
  expect(missing).toEqual([true])
  expect([tried, existsSync(at('org.gatehouse'))]).toEqual([[], false])
})

it('a missing workspace can be found elsewhere, or made anew where the person says so', async () => {
  preferences.set({ workspaceFile: at('org.gatehouse') })
  const moved = await aFile('moved.gatehouse')
  expect(await start(undefined, questions(['open'], [moved]))).toBe(true)
  expect(preferences.get().workspaceFile).toBe(moved)
  preferences.set({ workspaceFile: at('org.gatehouse') })
  expect(await start(undefined, questions(['create'], [at('org.gatehouse')]))).toBe(true)
  expect(await readFile(at('org.gatehouse'), 'utf8')).toBe('new')
})

it.each([
  ['missing', 'org.gatehouse'],
  ['damaged', 'bad-org.gatehouse'],
])('a backup takes the place of a workspace that is %s', async (_, name) => {
  preferences.set({ workspaceFile: at(name) })
  if (name.startsWith('bad')) await aFile(name)
  const backup = await aFile('org-2026-03-01.backup')
  const asked = questions(['restore', 'restore', 'restore', 'open'], [null, await aFile('bad.backup'), backup, backup])
  expect(await start(undefined, asked)).toBe(true)
  expect(sentences[2]).toBe(`${at('bad.backup')} is damaged.`)
  expect(restorable.every(Boolean)).toBe(true)
  expect(await readFile(at(name), 'utf8')).toBe('org-2026-03-01.backup')
})
