import { existsSync } from 'node:fs'
import { shell } from 'electron'
import { StartError } from '#server/index.ts'
import { isSameFile, replaceFile } from '../../host/replace-file.ts'
import type { PreferenceStore } from '../../host/preferences.ts'
import type { WorkspaceHost } from '../../host/workspace-host.ts'
import { askForBackup, askForFile, askForNewFile } from '../../windows/workspace-dialogs.ts'
import { UserFacingError } from '../call.ts'
import type { Handlers } from '../call.ts'
import type { WorkspaceInfo } from '../contract.ts'
import type { WindowSource } from '../gate.ts'
import type { Leaving } from '../../lifecycle/leave.ts'

interface WorkspaceParts {
  host: WorkspaceHost
  window: WindowSource
  preferences: PreferenceStore
  leaving: Leaving
}

type WorkspaceHandlers = Pick<
  Handlers,
  'workspace:info' | 'workspace:open' | 'workspace:create' | 'workspace:backup' | 'workspace:reveal'
>

/** What only a desktop can do with a workspace: choose its file, copy it, show it. */
export function workspaceHandlers({ host, window, preferences, leaving }: WorkspaceParts): WorkspaceHandlers {
  function running(): NonNullable<ReturnType<WorkspaceHost['current']>> {
    const current = host.current()
    if (!current) throw new UserFacingError('NOT_RUNNING', 'The service is not running at the moment.')
    return current
  }

  async function switchTo(file: string, engine?: 'identity' | 'classic'): Promise<WorkspaceInfo | null> {
    if (!(await leaving.mayLeave())) return null
    const workspace = await toText(host.open(file, engine ? { engine } : {}))
    preferences.set({ workspaceFile: file })
    return workspace
  }

  return {
    'workspace:info': () => running().workspace,
    'workspace:open': async () => {
      const file = await askForFile(window(), running().workspace.folder)
      return file ? switchTo(file) : null
    },
    'workspace:create': async ({ engine }) => {
      const file = await askForNewFile(window(), running().workspace.folder)
      if (!file) return null
      // The dialog offers to replace a file; for somebody's whole organization that is too easily said yes to.
      if (existsSync(file)) throw new UserFacingError('FILE_EXISTS', 'A file of that name exists; choose another name.')
      return switchTo(file, engine)
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
    'workspace:reveal': () => shell.showItemInFolder(running().workspace.file),
  }
}

/** Hands on the service's own sentence about a file that it could not open. */
async function toText<T>(task: Promise<T>): Promise<T> {
  try {
    return await task
  } catch (error) {
    throw error instanceof StartError ? new UserFacingError(error.code, error.message) : error
  }
}
