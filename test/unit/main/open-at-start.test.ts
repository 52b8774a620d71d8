import { beforeEach, expect, it, vi } from 'vitest'
import type { PreferenceStore, Preferences } from '#main/host/preferences.ts'
import type { WorkspaceHost } from '#main/host/workspace-host.ts'
import { openAtStart } from '#main/lifecycle/open-at-start.ts'
import type { Questions, StartChoice } from '#main/lifecycle/open-at-start.ts'
import { StartError } from '#server/index.ts'

let tried: string[] = []
let sentences: string[] = []
let preferences: PreferenceStore

beforeEach(() => {
  tried = []
  sentences = []
  let current: Preferences = { theme: 'system' }
  preferences = { get: () => current, set: (change) => void (current = { ...current, ...change }) }
})

/** A host in which files named `bad…` cannot be opened. */
const host: WorkspaceHost = {
  current: () => null,
  stop: async () => undefined,
  open: async (file) => {
    tried.push(file)
    if (file.includes('bad')) throw new StartError('FILE_CORRUPT', `${file} is damaged.`)
    if (file.includes('bug')) throw new Error('undefined is not a function')
    return { file, folder: '/p', url: 'http://127.0.0.1:7480', port: 7480, tokenFile: null }
  },
}

function questions(choices: StartChoice[], files: (string | null)[] = []): Questions {
  const next = async (): Promise<string | null> => files.shift() ?? null
  return {
    choice: async (sentence) => {
      sentences.push(sentence)
      return choices.shift() ?? 'quit'
    },
    file: next,
    newFile: next,
  }
}

it('opens the default workspace of the profile, and remembers it', async () => {
  expect(await openAtStart(host, preferences, '/p', undefined, questions([]))).toBe(true)
  expect(tried).toEqual([expect.stringMatching(/workspace\.sqlite$/)])
  expect(preferences.get().workspaceFile).toBe(tried[0])
})

it('prefers the command line to the last workspace, for this run only', async () => {
  preferences.set({ workspaceFile: '/p/last.sqlite' })
  await openAtStart(host, preferences, '/p', '/w/asked.sqlite', questions([]))
  await openAtStart(host, preferences, '/p', undefined, questions([]))
  expect(tried).toEqual(['/w/asked.sqlite', '/p/last.sqlite'])
})

it('says in one sentence why not, and opens what the person chooses instead', async () => {
  const asked = questions(['open', 'create'], ['/w/bad2.sqlite', '/w/good.sqlite'])
  expect(await openAtStart(host, preferences, '/p', '/w/bad.sqlite', asked)).toBe(true)
  expect(sentences).toEqual(['/w/bad.sqlite is damaged.', '/w/bad2.sqlite is damaged.'])
  expect(preferences.get().workspaceFile).toBe('/w/good.sqlite')
})

it('asks again when the file dialog is closed', async () => {
  const asked = questions(['open', 'open'], [null, '/w/good.sqlite'])
  expect(await openAtStart(host, preferences, '/p', '/w/bad.sqlite', asked)).toBe(true)
  expect(sentences).toHaveLength(2)
})

it('ends when the person would rather quit, and forgets nothing', async () => {
  preferences.set({ workspaceFile: '/p/bad.sqlite' })
  expect(await openAtStart(host, preferences, '/p', undefined, questions(['quit']))).toBe(false)
  expect(preferences.get().workspaceFile).toBe('/p/bad.sqlite')
})

it('leaves an error without a name to the crash handler', async () => {
  const asked = questions([])
  const choice = vi.spyOn(asked, 'choice')
  await expect(openAtStart(host, preferences, '/p', '/w/bug.sqlite', asked)).rejects.toThrow('undefined')
  expect(choice).not.toHaveBeenCalled()
})
