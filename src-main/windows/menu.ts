import { app, Menu } from 'electron'
import { UserFacingError } from '../ipc/call.ts'
import type { WindowSource } from '../ipc/gate.ts'
import { menuTemplate, type MenuParts } from './menu-template.ts'
import { tell } from './workspace-dialogs.ts'

interface MenuSetting extends Omit<MenuParts, 'app' | 'platform' | 'run'> {
  window: WindowSource
  report(error: unknown): void
}

/**
 * Sets the application menu, again whenever the recent workspaces or the page's navigation change. On macOS it is also what makes
 * copy, paste and quit have keys. Its entries do what the page's buttons do, through the same functions.
 */
export function setMenu({ window, report, ...parts }: MenuSetting): void {
  const run = (task: () => unknown) => (): void => {
    Promise.resolve()
      .then(task)
      .catch((error: unknown) => (error instanceof UserFacingError ? tell(window(), error.message) : report(error)))
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ ...parts, app, platform: process.platform, run })))
}
