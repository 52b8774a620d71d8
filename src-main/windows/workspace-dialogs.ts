import { basename, dirname, join } from 'node:path'
import { dialog } from 'electron'
import type { BrowserWindow, MessageBoxOptions } from 'electron'
import type { Questions, StartChoice } from '../lifecycle/open-at-start.ts'

const FILTERS = [{ name: 'Gatehouse workspace', extensions: ['sqlite'] }]

/** Asks for an existing workspace file; null when the person changes their mind. */
export async function askForFile(window: BrowserWindow | null, folder: string): Promise<string | null> {
  const options = { title: 'Open workspace', defaultPath: folder, filters: FILTERS, properties: ['openFile' as const] }
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options))
  return canceled ? null : (filePaths[0] ?? null)
}

/** Asks where a new workspace goes; null when the person changes their mind. */
export async function askForNewFile(window: BrowserWindow | null, folder: string): Promise<string | null> {
  return askToSave(window, 'New workspace', join(folder, 'workspace.sqlite'))
}

/** Asks where a backup goes, proposing the workspace's name with the date. */
export async function askForBackup(window: BrowserWindow | null, dataFile: string, now: Date): Promise<string | null> {
  const stamp = now.toISOString().slice(0, 10)
  const name = `${basename(dataFile, '.sqlite')}-${stamp}.sqlite`
  return askToSave(window, 'Back up workspace', join(dirname(dataFile), name))
}

async function askToSave(window: BrowserWindow | null, title: string, defaultPath: string): Promise<string | null> {
  const options = { title, defaultPath, filters: FILTERS }
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options))
  return canceled || !filePath ? null : filePath
}

/** Asks without a window, as before there is one. */
export const questionsAtStart: Questions = {
  choice: async (sentence) => {
    const choices: StartChoice[] = ['open', 'create', 'quit']
    const { response } = await dialog.showMessageBox({
      ...saying(sentence),
      buttons: ['Open another workspace…', 'New workspace…', 'Quit'],
      defaultId: 0,
      cancelId: 2,
    })
    return choices[response] ?? 'quit'
  },
  file: (folder) => askForFile(null, folder),
  newFile: (folder) => askForNewFile(null, folder),
}

/** Shows an error that needs no choice. */
export async function tell(window: BrowserWindow | null, sentence: string): Promise<void> {
  await (window ? dialog.showMessageBox(window, saying(sentence)) : dialog.showMessageBox(saying(sentence)))
}

function saying(message: string): MessageBoxOptions {
  return { type: 'warning', title: 'Gatehouse', message }
}
