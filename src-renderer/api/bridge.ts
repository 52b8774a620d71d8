import { programLink } from '#ipc/program-link.ts'
import type {
  Draft,
  GatehouseBridge,
  LeaveWay,
  MenuChoice,
  MenuPage,
  Reply,
  Theme,
  UpdateState,
  WorkspaceInfo,
} from '#ipc/contract.ts'

export type { LeaveWay }

export type { HelpTopic, MenuChoice, MenuPage, UpdateState } from '#ipc/contract.ts'
export { PORTS } from '#ipc/contract.ts'

declare global {
  interface Window {
    gatehouse?: GatehouseBridge
  }
}

const desktop = typeof window === 'undefined' ? undefined : window.gatehouse

/** A refusal of the desktop, in words for the person. */
class BridgeError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'BridgeError'
    this.code = code
  }
}

async function unwrap<T>(ask: (bridge: GatehouseBridge) => Promise<Reply<T>>): Promise<T> {
  if (!desktop) throw new BridgeError('NO_DESKTOP', 'Only the desktop program can do this.')
  const reply = await ask(desktop)
  if (!reply.ok) throw new BridgeError(reply.error.code, reply.error.message)
  return reply.value
}

/** Where the page that is shown can be opened again: in the program for the desktop's own, whose address means nothing elsewhere. */
export const linkToHere = () => (desktop ? programLink(location.hash.slice(1) || '/') : location.href)

/**
 * What only a desktop can do. In a browser `available` is false, the interface hides what needs it, and each function
 * throws `BridgeError` NO_DESKTOP. Null results mean that the person closed the dialog.
 */
export const bridge = {
  available: desktop !== undefined,
  appInfo: () => unwrap((b) => b.app.info()),
  diagnostics: () => unwrap((b) => b.app.diagnostics()),
  openLogs: () => unwrap((b) => b.app.openLogs()),
  tellPages: (pages: MenuPage[]) => unwrap((b) => b.menu.pages({ pages })),
  onMenuChosen: (listener: (choice: MenuChoice) => void): (() => void) =>
    desktop ? desktop.menu.onChosen(listener) : () => undefined,
  workspaceInfo: () => unwrap((b) => b.workspace.info()),
  openWorkspace: () => unwrap((b) => b.workspace.open()),
  createWorkspace: (engine: 'identity' | 'classic') => unwrap((b) => b.workspace.create({ engine })),
  recentWorkspaces: () => unwrap((b) => b.workspace.recent()),
  openRecent: (file: string) => unwrap((b) => b.workspace.openRecent({ file })),
  clearRecent: () => unwrap((b) => b.workspace.clearRecent()),
  backup: () => unwrap((b) => b.workspace.backup()),
  /** False: the person would rather leave the workspace as it is. */
  restoreBackup: (file: string) => unwrap((b) => b.workspace.restore({ file })),
  reveal: () => unwrap((b) => b.workspace.reveal()),
  changePort: (port: number) => unwrap((b) => b.service.port({ port })),
  readDrafts: (file: string) => unwrap((b) => b.drafts.read({ file })),
  writeDrafts: (file: string, drafts: Draft[]) => unwrap((b) => b.drafts.write({ file, drafts })),
  tellUnsaved: (what: string | null) => unwrap((b) => b.editors.unsaved({ what })),
  /** The listener says whether the editors did as they were asked. */
  onLeave: (listener: (way: LeaveWay) => Promise<boolean>): (() => void) =>
    desktop
      ? desktop.editors.onLeave(({ turn, way }) => {
          void listener(way)
            .catch(() => false)
            .then((done) => unwrap((b) => b.editors.left({ turn, done })))
        })
      : () => undefined,
  openExternal: (url: string) => unwrap((b) => b.shell.openExternal({ url })),
  setTheme: (theme: Theme) => unwrap((b) => b.window.theme({ theme })),
  /** Null when the person changed their mind. */
  savePdf: (title: string) => unwrap((b) => b.window.savePdf({ title })),
  /** The page of a link into the program, as a route. */
  onOpen: (listener: (route: string) => void): (() => void) =>
    desktop ? desktop.window.onOpen(({ route }) => listener(route)) : () => undefined,
  updateState: () => unwrap((b) => b.updates.state()),
  checkForUpdates: () => unwrap((b) => b.updates.check()),
  downloadUpdate: () => unwrap((b) => b.updates.download()),
  installUpdate: () => unwrap((b) => b.updates.install()),
  onUpdatesChanged: (listener: (state: UpdateState) => void): (() => void) =>
    desktop ? desktop.updates.onChanged(listener) : () => undefined,
  onWaiting: (listener: (work: string[] | null) => void): (() => void) =>
    desktop ? desktop.workspace.onWaiting(({ work }) => listener(work)) : () => undefined,
  onServiceChanged: (listener: (workspace: WorkspaceInfo | null) => void): (() => void) =>
    desktop ? desktop.workspace.onServiceChanged(({ workspace }) => listener(workspace)) : () => undefined,
}
