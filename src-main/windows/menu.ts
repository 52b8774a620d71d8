import { app, Menu } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'
import { UserFacingError } from '../ipc/call.ts'
import type { Handlers } from '../ipc/call.ts'
import type { WindowSource } from '../ipc/gate.ts'
import { viewMenu } from './web-preferences.ts'
import { tell } from './workspace-dialogs.ts'

/**
 * Sets the application menu. On macOS it is also what makes copy, paste and quit have keys. Its entries do what the page's
 * buttons do, through the same functions.
 */
export function setMenu(handlers: Handlers, window: WindowSource, report: (error: unknown) => void): void {
  const isMac = process.platform === 'darwin'
  const run = (task: () => unknown) => (): void => {
    Promise.resolve()
      .then(task)
      .catch((error: unknown) => (error instanceof UserFacingError ? tell(window(), error.message) : report(error)))
  }
  const file: MenuItemConstructorOptions[] = [
    { label: 'New workspace…', click: run(() => handlers['workspace:create']({ engine: 'identity' })) },
    { label: 'Open workspace…', accelerator: 'CmdOrCtrl+O', click: run(() => handlers['workspace:open'](undefined)) },
    { label: 'Back up workspace…', click: run(() => handlers['workspace:backup'](undefined)) },
    { label: 'Show workspace in its folder', click: run(() => handlers['workspace:reveal'](undefined)) },
    { type: 'separator' },
    { role: isMac ? 'close' : 'quit' },
  ]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' } as const] : []),
      { label: 'File', submenu: file },
      { role: 'editMenu' },
      { label: 'View', submenu: viewMenu(app) },
      { role: 'windowMenu' },
    ]),
  )
}
