import { clipboard, dialog } from 'electron'
import type { App, BrowserWindow } from 'electron'
import { redact } from '#contract/gatehouse/redact.ts'

interface CrashParts {
  log(message: string, details: string): void
  /** Values that must not leave the program, at the moment of the crash. */
  secrets(): string[]
  home: string
  /** Ends the program without a question. */
  end(): void
}

/** An unhandled error is logged, shown once, and ends the program through the ordinary quit. */
export function catchCrashes(app: App, parts: CrashParts): void {
  let told = false
  const tell = (error: unknown): void => {
    const details = redact(
      error instanceof Error ? (error.stack ?? error.message) : String(error),
      parts.home,
      parts.secrets(),
    )
    parts.log('unexpected error', details)
    if (told) return
    told = true
    void tellAndQuit(app, details, parts.end)
  }
  process.on('uncaughtException', tell)
  process.on('unhandledRejection', tell)
}

/** A crashed page is loaded again when the user chooses so; service and workspace are not affected. */
export function reviveCrashedPage(window: BrowserWindow, parts: CrashParts): void {
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    parts.log('the page has stopped', `${reason}, exit code ${exitCode}`)
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        message: 'The page has stopped unexpectedly.',
        detail:
          'Saved changes are safe in the workspace file. Unsaved ones are offered as drafts where they were made.',
        buttons: ['Load it again', 'Quit'],
        defaultId: 0,
        cancelId: 1,
      })
      .then(({ response }) => (response === 0 ? window.webContents.reload() : window.close()))
  })
}

async function tellAndQuit(app: App, details: string, end: () => void): Promise<void> {
  await app.whenReady()
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: 'Gatehouse hit an unexpected error and has to close.',
    detail: 'Saved changes are safe in the workspace file. The details hold no tokens; they help to find the cause.',
    buttons: ['Copy details and quit', 'Quit'],
    defaultId: 1,
    cancelId: 1,
  })
  // Finished at once in older versions of Electron, not in newer ones.
  if (response === 0) await clipboard.writeText(details)
  end()
}
