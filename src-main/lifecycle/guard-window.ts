import { powerMonitor } from 'electron'
import type { App, BrowserWindow } from 'electron'
import type { Leaving } from './leave.ts'

/** The ways in which the window and the program end. */
export interface WindowGuard {
  /** Ends the program without a question, as a signal or the end of the session does; drafts are kept. */
  end(): Promise<void>
}

/**
 * Lets the window close, the program quit and the page be loaded again only once everything has been asked. The end of
 * the session and a crash of the page ask nothing.
 */
export function guardWindow(app: App, window: BrowserWindow, leaving: Leaving): WindowGuard {
  const contents = window.webContents
  let mayClose = false
  let mayReload = false

  async function end(): Promise<void> {
    if (mayClose) return
    await leaving.keepDrafts()
    mayClose = true
    app.quit()
  }

  window.on('close', (event) => {
    if (mayClose) return
    event.preventDefault()
    void leaving.mayLeave('program').then((may) => {
      if (!may) return
      mayClose = true
      // The last window is the end of the program, by whichever way it is closed.
      app.quit()
    })
  })
  contents.on('will-prevent-unload', (event) => {
    // To prevent this event is to let the page go.
    if (mayClose || mayReload) return event.preventDefault()
    void leaving.mayLosePage().then((may) => {
      if (!may || window.isDestroyed()) return
      mayReload = true
      contents.reload()
    })
  })
  contents.on('did-finish-load', () => (mayReload = false))
  contents.on('render-process-gone', () => leaving.pageIsGone())
  window.on('session-end', () => void end())
  powerMonitor.on('shutdown', () => void end())
  return { end }
}
