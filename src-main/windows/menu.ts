import { app, Menu } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'
import { UserFacingError } from '../ipc/call.ts'
import type { Handlers } from '../ipc/call.ts'
import { ENGINE_LABELS } from '#contract/gatehouse/workspace.ts'
import type { RecentWorkspace } from '../ipc/contract.ts'
import type { WindowSource } from '../ipc/gate.ts'
import { viewMenu } from './web-preferences.ts'
import { tell } from './workspace-dialogs.ts'

interface MenuParts {
  handlers: Handlers
  window: WindowSource
  recent: readonly RecentWorkspace[]
  report(error: unknown): void
}

/**
 * Sets the application menu, again whenever the recent workspaces change. On macOS it is also what makes copy, paste and quit have keys. Its entries do what the page's
 * buttons do, through the same functions.
 */
export function setMenu({ handlers, window, recent, report }: MenuParts): void {
  const isMac = process.platform === 'darwin'
  const run = (task: () => unknown) => (): void => {
    Promise.resolve()
      .then(task)
      .catch((error: unknown) => (error instanceof UserFacingError ? tell(window(), error.message) : report(error)))
  }
  const file: MenuItemConstructorOptions[] = [
    {
      label: 'New workspace',
      submenu: Object.entries(ENGINE_LABELS).map(([engine, label]) => ({
        label: `${label}…`,
        click: run(() => handlers['workspace:create']({ engine: engine as keyof typeof ENGINE_LABELS })),
      })),
    },
    { label: 'Open workspace…', accelerator: 'CmdOrCtrl+O', click: run(() => handlers['workspace:open'](undefined)) },
    {
      label: 'Open recent',
      submenu: [
        ...recent.map(({ file, name, folder, exists }) => ({
          // A single & would be read as the mark of the next letter's key.
          label: `${name} (${exists ? folder : 'missing'})`.replaceAll('&', '&&'),
          enabled: exists,
          click: run(() => handlers['workspace:openRecent']({ file })),
        })),
        ...(recent.length ? [{ type: 'separator' } as const] : []),
        {
          label: 'Clear recent',
          enabled: recent.length > 0,
          click: run(() => handlers['workspace:clearRecent'](undefined)),
        },
      ],
    },
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
