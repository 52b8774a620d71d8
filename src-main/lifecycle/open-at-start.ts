import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { isDamaged, StartError } from '#contract/gatehouse/start-error.ts'
import { defaultWorkspace } from '../host/data-folder.ts'
import type { PreferenceStore } from '../host/preferences.ts'
import { addRecent } from '../host/recents.ts'
import type { WorkspaceHost } from '../host/workspace-host.ts'

/** What a person chooses when a workspace cannot be opened. */
export type StartChoice = 'open' | 'restore' | 'create' | 'quit'

/** Why the workspace does not open. */
interface StartProblem {
  sentence: string
  /** It was there before. */
  isMissing: boolean
  /** Whether a backup may take its place. */
  mayRestore: boolean
}

/** How the person is asked; the file functions give null when the dialog is closed. */
export interface Questions {
  choice(problem: StartProblem): Promise<StartChoice>
  file(folder: string): Promise<string | null>
  newFile(folder: string): Promise<string | null>
  /** A backup of a workspace file. */
  backup(dataFile: string): Promise<string | null>
}

/** What a start needs from around it. */
interface StartParts {
  host: WorkspaceHost
  preferences: PreferenceStore
  /** Of the profile. */
  folder: string
  /** By the command line or a double click; for this run only. */
  asked: string | undefined
  questions: Questions
  /** Puts a backup in the place of a workspace. @throws StartError */
  restore(dataFile: string, backup: string): Promise<unknown>
}

/** A file to open; `isNew`: the person wants one to be made there. */
interface Wish {
  file: string
  isNew: boolean
}

/**
 * Opens the workspace that the program starts with: the one that was asked for, else the last one, else the default one.
 * While that fails for a reason with a name, the person is asked. A workspace that was there before is never silently made
 * again, empty, where it was.
 * @returns false when the person would rather quit
 */
export async function openAtStart(parts: StartParts): Promise<boolean> {
  const { host, preferences, folder, asked } = parts
  const { workspaceFile, recent } = preferences.get()
  const used = new Set([...recent, ...(workspaceFile ? [workspaceFile] : [])])
  let wish: Wish | null = { file: asked ?? workspaceFile ?? defaultWorkspace(folder), isNew: false }
  for (;;) {
    const { file, isNew }: Wish = wish
    const isMissing = !isNew && used.has(file) && !existsSync(file)
    const error = isMissing ? null : await tryToOpen(host, file)
    if (!isMissing && error === null) {
      if (file !== asked) preferences.set({ workspaceFile: file })
      addRecent(preferences, file)
      return true
    }
    const sentence = error?.message ?? `${basename(file)} is missing. It was at ${file}.`
    const mayRestore = error === null || isDamaged(error)
    wish = await choose(parts, { sentence, isMissing, mayRestore }, file)
    if (wish === null) return false
  }
}

/** Why not; null when it is open. */
async function tryToOpen(host: WorkspaceHost, file: string): Promise<StartError | null> {
  try {
    await host.open(file)
    return null
  } catch (error) {
    if (error instanceof StartError) return error
    throw error
  }
}

/** Closing a file dialog leads back to the question, not out of the program; so does a backup that is none. */
async function choose(parts: StartParts, problem: StartProblem, file: string): Promise<Wish | null> {
  const { folder, questions, restore } = parts
  const ways: Record<Exclude<StartChoice, 'quit'>, () => Promise<Wish | null>> = {
    open: async () => wishOf(await questions.file(folder), false),
    create: async () => wishOf(await questions.newFile(folder), true),
    restore: async () => {
      const backup = await questions.backup(file)
      if (!backup) return null
      await restore(file, backup)
      return wishOf(file, false)
    },
  }
  let { sentence } = problem
  for (;;) {
    const choice = await questions.choice({ ...problem, sentence })
    if (choice === 'quit') return null
    try {
      const wish = await ways[choice]()
      if (wish) return wish
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      sentence = error.message
    }
  }
}

const wishOf = (file: string | null, isNew: boolean): Wish | null => (file === null ? null : { file, isNew })
