import { shell } from 'electron'
import type { PreferenceStore } from '../../host/preferences.ts'
import { recentWorkspaces } from '../../host/recents.ts'
import { isSameFile, replaceFile } from '../../host/replace-file.ts'
import type { WorkspaceHost } from '../../host/workspace-host.ts'
import { toText } from '../../lifecycle/switch-workspace.ts'
import type { WorkspaceSwitch } from '../../lifecycle/switch-workspace.ts'
import { askForBackup, askForFile, askForNewFile } from '../../windows/workspace-dialogs.ts'
import { UserFacingError } from '../call.ts'
import type { Handlers } from '../call.ts'
import type { WindowSource } from '../gate.ts'

interface WorkspaceParts {
  host: WorkspaceHost
  window: WindowSource
  preferences: PreferenceStore
  switching: WorkspaceSwitch
  /** The list of recent workspaces is another one now. */
  onRecent(): void
}

type WorkspaceHandlers = Pick<
  Handlers,
  | 'workspace:info'
  | 'workspace:open'
  | 'workspace:create'
  | 'workspace:recent'
  | 'workspace:openRecent'
  | 'workspace:clearRecent'
  | 'workspace:backup'
  | 'workspace:restore'
  | 'workspace:reveal'
>

/** What only a desktop can do with a workspace: choose its file, copy it, show it. */
export function workspaceHandlers(parts: WorkspaceParts): WorkspaceHandlers {
  const { host, window, preferences, switching } = parts

  function running(): NonNullable<ReturnType<WorkspaceHost['current']>> {
    const current = host.current()
    if (!current) throw new UserFacingError('NOT_RUNNING', 'The service is not running at the moment.')
    return current
  }

  return {
    'workspace:info': () => running().workspace,
    'workspace:open': async () => {
      const file = await askForFile(window(), running().workspace.folder)
      return file ? switching.open(file) : null
    },
    'workspace:create': async ({ engine }) => {
      const file = await askForNewFile(window(), running().workspace.folder)
      return file ? switching.create(file, engine) : null
    },
    'workspace:recent': () => recentWorkspaces(preferences, running().workspace.file),
    'workspace:openRecent': ({ file }) => {
      // The page chooses among what a person has chosen before, and nothing else.
      if (!preferences.get().recent.includes(file))
        throw new UserFacingError('UNKNOWN_FILE', 'Use the menu to open this file.')
      return switching.open(file)
    },
    'workspace:clearRecent': () => {
      preferences.set({ recent: [] })
      parts.onRecent()
    },
    'workspace:backup': async () => {
      const { server, workspace } = running()
      const file = await askForBackup(window(), workspace.file, new Date())
      if (!file) return null
      if (await isSameFile(file, workspace.file)) {
        throw new UserFacingError('FILE_IN_USE', 'The workspace cannot be its own backup.')
      }
      await toText(replaceFile(file, (draft) => server.backup(draft)))
      return { file }
    },
    'workspace:restore': async ({ file }) => {
      // The page chooses among the backups of this workspace, and nothing else.
      if (!(await running().server.backups()).includes(file))
        throw new UserFacingError('UNKNOWN_FILE', 'This backup no longer exists.')
      return switching.restore(file)
    },
    'workspace:reveal': () => shell.showItemInFolder(running().workspace.file),
  }
}
