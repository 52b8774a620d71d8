import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { StartError } from '#server/index.ts'
import { defaultWorkspace } from '../host/data-folder.ts'
import type { PreferenceStore } from '../host/preferences.ts'
import { addRecent } from '../host/recents.ts'
import { restoreBackup } from '../host/restore-backup.ts'
import type { WorkspaceHost } from '../host/workspace-host.ts'

/** What a person chooses when a workspace cannot be opened. */
export type StartChoice = 'open' | 'restore' | 'create' | 'quit'

/** Why the workspace does not open; `isMissing`: it was there before, and a backup may take its place. */
interface StartProblem {
  sentence: string
  isMissing: boolean
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
    const sentence = isMissing ? `${basename(file)} is missing. It was at ${file}.` : await tryToOpen(host, file)
    if (sentence === null) {
      if (file !== asked) preferences.set({ workspaceFile: file })
      addRecent(preferences, file)
      return true
    }
    wish = await choose(parts, { sentence, isMissing }, file)
    if (wish === null) return false
  }
}

/** The sentence that says why not; null when it is open. */
async function tryToOpen(host: WorkspaceHost, file: string): Promise<string | null> {
  try {
    await host.open(file)
    return null
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
}

/** Closing a file dialog leads back to the question, not out of the program; so does a backup that is none. */
async function choose(parts: StartParts, problem: StartProblem, file: string): Promise<Wish | null> {
  const { host, folder, questions } = parts
  const ways: Record<Exclude<StartChoice, 'quit'>, () => Promise<Wish | null>> = {
    open: async () => wishOf(await questions.file(folder), false),
    create: async () => wishOf(await questions.newFile(folder), true),
    restore: async () => {
      const backup = await questions.backup(file)
      if (!backup) return null
      await host.probe(backup)
      await restoreBackup(backup, file)
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
