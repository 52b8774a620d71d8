import { join } from 'node:path'
import { StartError } from '#server/index.ts'
import { DEFAULT_WORKSPACE } from '../host/data-folder.ts'
import type { PreferenceStore } from '../host/preferences.ts'
import type { WorkspaceHost } from '../host/workspace-host.ts'

/** What a person chooses when a workspace cannot be opened. */
export type StartChoice = 'open' | 'create' | 'quit'

/** How the person is asked; the file functions give null when the dialog is closed. */
export interface Questions {
  choice(sentence: string): Promise<StartChoice>
  file(folder: string): Promise<string | null>
  newFile(folder: string): Promise<string | null>
}

/**
 * Opens the workspace that the program starts with: the one of the command line, else the last one, else the default one.
 * While that fails for a reason with a name, the person is asked for another.
 * @param folder of the profile.
 * @returns false when the person would rather quit.
 */
export async function openAtStart(
  host: WorkspaceHost,
  preferences: PreferenceStore,
  folder: string,
  asked: string | undefined,
  questions: Questions,
): Promise<boolean> {
  let file: string | null = asked ?? preferences.get().workspaceFile ?? join(folder, DEFAULT_WORKSPACE)
  for (;;) {
    const sentence = await tryToOpen(host, file)
    if (sentence === null) {
      if (file !== asked) preferences.set({ workspaceFile: file })
      return true
    }
    file = await chooseAnother(sentence, folder, questions)
    if (file === null) return false
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

/** Closing the file dialog leads back to the question, not out of the program. */
async function chooseAnother(sentence: string, folder: string, questions: Questions): Promise<string | null> {
  for (;;) {
    const choice = await questions.choice(sentence)
    if (choice === 'quit') return null
    const file = choice === 'open' ? await questions.file(folder) : await questions.newFile(folder)
    if (file) return file
  }
}
