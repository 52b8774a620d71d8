import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app } from 'electron'
import { fileNameOf } from '../../host/file-name.ts'
import { replaceFile } from '../../host/replace-file.ts'
import { askForPdf } from '../../windows/workspace-dialogs.ts'
import { UserFacingError } from '../call.ts'
import type { Handlers } from '../call.ts'
import type { WindowSource } from '../gate.ts'

/** Why a file could not be written, in words for the person, by the system's code. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EACCES: 'the folder cannot be written to',
  EPERM: 'the folder cannot be written to',
  EROFS: 'the folder cannot be written to',
  ENOENT: 'the folder is gone',
  EISDIR: 'a folder has this name',
}

/** Saves the page on paper's size, as its print styles show it. */
export function printHandlers(window: WindowSource): Pick<Handlers, 'window:savePdf'> {
  return {
    'window:savePdf': async ({ title }) => {
      const own = window()
      if (!own) return null
      const file = await askForPdf(own, join(app.getPath('documents'), `${fileNameOf(title, 'Gatehouse')}.pdf`))
      if (!file) return null
      const bytes = await own.webContents.printToPDF({ pageSize: 'A4', printBackground: true })
      await replaceFile(file, (draft) => writeFile(draft, bytes)).catch((error: unknown) => {
        const reason = REASONS[(error as NodeJS.ErrnoException).code ?? '']
        throw reason ? new UserFacingError('NOT_SAVED', `${file} was not saved: ${reason}.`) : error
      })
      return { file }
    },
  }
}
