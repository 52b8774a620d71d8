import type { MenuItemConstructorOptions } from 'electron'
import { ENGINE_LABELS } from '#contract/gatehouse/workspace.ts'
import type { Handlers } from '../ipc/call.ts'
import type { HelpTopic, MenuChoice, MenuPage, RecentWorkspace } from '../ipc/contract.ts'
import { viewMenu } from './web-preferences.ts'

/** What the menus are made of. */
export interface MenuParts {
  app: { isPackaged: boolean; name: string }
  platform: NodeJS.Platform
  handlers: Handlers
  recent: readonly RecentWorkspace[]
  /** Of the page's navigation; none while it shows no page, such as before a workspace is begun. */
  pages: readonly MenuPage[]
  /** Hands a choice to the page. */
  choose(choice: MenuChoice): void
  /** Runs what may fail, and shows why. */
  run(task: () => unknown): () => void
}

const SEPARATOR = { type: 'separator' } as const

/** A single & would be read as the mark of the next letter's key. */
const plain = (label: string): string => label.replaceAll('&', '&&')

/** The menus of the program: File, Edit, View, Go, Window and Help; on macOS its own menu before them. */
export function menuTemplate(parts: MenuParts): MenuItemConstructorOptions[] {
  const isMac = parts.platform === 'darwin'
  return [
    ...(isMac ? [macMenu(parts)] : []),
    { label: 'File', submenu: fileMenu(parts, isMac) },
    { role: 'editMenu' },
    { label: 'View', submenu: viewMenu(parts.app) },
    { label: 'Go', submenu: goMenu(parts), visible: parts.pages.length > 0 },
    { role: 'windowMenu' },
    { role: 'help', label: 'Help', submenu: helpMenu(parts, isMac) },
  ]
}

function fileMenu({ handlers, recent, run }: MenuParts, isMac: boolean): MenuItemConstructorOptions[] {
  return [
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
          label: plain(`${name} (${exists ? folder : 'missing'})`),
          enabled: exists,
          click: run(() => handlers['workspace:openRecent']({ file })),
        })),
        ...(recent.length ? [SEPARATOR] : []),
        {
          label: 'Clear recent',
          enabled: recent.length > 0,
          click: run(() => handlers['workspace:clearRecent'](undefined)),
        },
      ],
    },
    { label: 'Back up workspace…', click: run(() => handlers['workspace:backup'](undefined)) },
    { label: 'Show workspace in its folder', click: run(() => handlers['workspace:reveal'](undefined)) },
    SEPARATOR,
    { role: isMac ? 'close' : 'quit' },
  ]
}

function goMenu({ pages, choose }: MenuParts): MenuItemConstructorOptions[] {
  const item = ({ label, path }: Pick<MenuPage, 'label' | 'path'>): MenuItemConstructorOptions => ({
    label: plain(label),
    click: () => choose({ page: path }),
  })
  return pages.map((page) =>
    page.children.length ? { label: plain(page.label), submenu: page.children.map(item) } : item(page),
  )
}

/** What is shown as a page is there once the page shows any. */
function helpItem({ pages, choose }: MenuParts, help: HelpTopic, label: string): MenuItemConstructorOptions {
  return { label, enabled: pages.length > 0, click: () => choose({ help }) }
}

function helpMenu(parts: MenuParts, isMac: boolean): MenuItemConstructorOptions[] {
  const { app, handlers, run } = parts
  return [
    helpItem(parts, 'keys', 'Keyboard shortcuts'),
    helpItem(parts, 'tour', 'Tour'),
    SEPARATOR,
    // It needs no page: where none is shown, it is about that.
    { label: 'Report a problem…', click: () => parts.choose({ help: 'report' }) },
    { label: 'Open logs folder', click: run(() => handlers['app:openLogs'](undefined)) },
    ...(isMac ? [] : [SEPARATOR, helpItem(parts, 'about', `About ${app.name}`)]),
  ]
}

/** WHY not the role `appMenu`: its About is a panel without the licences. */
function macMenu(parts: MenuParts): MenuItemConstructorOptions {
  const { name } = parts.app
  return {
    label: name,
    submenu: [
      helpItem(parts, 'about', `About ${name}`),
      SEPARATOR,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      { role: 'quit' },
    ],
  }
}
