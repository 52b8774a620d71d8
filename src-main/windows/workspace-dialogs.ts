import { existsSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { dialog } from 'electron'
import type { BrowserWindow, FileFilter, MessageBoxOptions } from 'electron'
import { WORKSPACE_EXTENSION } from '../host/data-folder.ts'
import type { Questions } from '../lifecycle/open-at-start.ts'
import { ask } from './ask.ts'

const OWN = WORKSPACE_EXTENSION.slice(1)
/** What earlier versions made, and what other tools call a SQLite file, is opened too. */
const OPENED = [{ name: 'Gatehouse workspace', extensions: [OWN, 'sqlite'] }]
const PDF: [FileFilter] = [{ name: 'PDF', extensions: ['pdf'] }]
const MADE: [FileFilter] = [{ name: 'Gatehouse workspace', extensions: [OWN] }]
/** `backup`: what is copied before a workspace is brought up to date. */
const BACKUPS = [{ name: 'Backup of a workspace', extensions: [OWN, 'sqlite', 'backup'] }]

/** Asks for an existing workspace file; null when the person changes their mind. */
export async function askForFile(window: BrowserWindow | null, folder: string): Promise<string | null> {
  return askToOpen(window, 'Open workspace', folder, OPENED)
}

/** Asks where a new workspace goes; null when the person changes their mind. */
export async function askForNewFile(window: BrowserWindow | null, folder: string): Promise<string | null> {
  return askToSave(window, 'New workspace', join(folder, `workspace${WORKSPACE_EXTENSION}`), MADE)
}

/** Asks where a backup goes, proposing the workspace's name with the date. */
export async function askForBackup(window: BrowserWindow | null, dataFile: string, now: Date): Promise<string | null> {
  const stamp = now.toISOString().slice(0, 10)
  const name = `${basename(dataFile, extname(dataFile))}-${stamp}${WORKSPACE_EXTENSION}`
  return askToSave(window, 'Back up workspace', join(dirname(dataFile), name), MADE)
}

/** Asks where a PDF goes; null when the person changes their mind. */
export function askForPdf(window: BrowserWindow | null, proposed: string): Promise<string | null> {
  return askToSave(window, 'Save as PDF', proposed, PDF)
}

async function askToOpen(
  window: BrowserWindow | null,
  title: string,
  defaultPath: string,
  filters: FileFilter[],
): Promise<string | null> {
  const options = { title, defaultPath, filters, properties: ['openFile' as const] }
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options))
  return canceled ? null : (filePaths[0] ?? null)
}

async function askToSave(
  window: BrowserWindow | null,
  title: string,
  defaultPath: string,
  filters: [FileFilter],
): Promise<string | null> {
  const options = { title, defaultPath, filters }
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options))
  if (canceled || !filePath) return null
  // Not every system's dialog adds it.
  return extname(filePath) ? filePath : `${filePath}.${filters[0].extensions[0]}`
}

/** Asks without a window, as before there is one. */
export const questionsAtStart: Questions = {
  choice: ({ sentence, isMissing, mayRestore }) =>
    ask(null, { type: 'warning', message: sentence }, [
      isMissing ? ['Find it…', 'open'] : ['Open another workspace…', 'open'],
      ...(mayRestore ? [['Restore a backup…', 'restore'] as const] : []),
      ['New workspace…', 'create'],
      ['Quit', 'quit'],
    ]),
  file: (folder) => askForFile(null, folder),
  newFile: (folder) => askForNewFile(null, folder),
  backup: (dataFile) => askToOpen(null, 'Restore a backup', folderOfBackups(dataFile), BACKUPS),
}

/** Where the newest ones are. */
function folderOfBackups(dataFile: string): string {
  const automatic = `${dataFile}.backups`
  return existsSync(automatic) ? automatic : dirname(dataFile)
}

/** Asks whether a file that was handed over takes the place of the open one. */
export function askToOpenInstead(window: BrowserWindow | null, name: string, now: string): Promise<boolean> {
  return ask(window, { message: `Open ${name}?`, detail: `${now} is open now and is closed first.` }, [
    ['Open', true],
    ['Cancel', false],
  ])
}

/** Shows an error that needs no choice. */
export async function tell(window: BrowserWindow | null, sentence: string): Promise<void> {
  const options: MessageBoxOptions = { type: 'warning', title: 'Gatehouse', message: sentence }
  await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options))
}
