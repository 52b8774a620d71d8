import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { StartError } from '#contract/gatehouse/start-error.ts'
import type { PreferenceStore } from '../host/preferences.ts'
import { addRecent } from '../host/recents.ts'
import { isSameFile } from '../host/replace-file.ts'
import type { WorkspaceHost } from '../host/workspace-host.ts'
import { UserFacingError } from '../ipc/call.ts'
import type { WorkspaceInfo } from '../ipc/contract.ts'
import type { Leaving } from './leave.ts'

interface SwitchParts {
  host: WorkspaceHost
  preferences: PreferenceStore
  leaving: Leaving
  /** Asks whether a file that another start of the program handed over is to be opened. */
  askToOpen(name: string, now: string): Promise<boolean>
  /** The list of recent workspaces is another one now. */
  onRecent(): void
}

/** From one workspace to another. Null results: the person changed their mind, and the former one stays open. */
export interface WorkspaceSwitch {
  /** @throws UserFacingError when there is no such workspace; nothing has been closed then */
  open(file: string): Promise<WorkspaceInfo | null>
  /** @throws UserFacingError when there is a file of that name */
  create(file: string, engine: 'identity' | 'classic'): Promise<WorkspaceInfo | null>
  /**
   * Puts a backup in the place of the open workspace, once the person has let it be closed.
   * @returns false when it stays as it is
   * @throws UserFacingError when the backup is of no use; nothing has been closed then
   */
  restore(backup: string): Promise<boolean>
  /** Opens a file that was handed over by a double click or another start, once the person agrees. */
  openHandedOver(file: string): Promise<WorkspaceInfo | null>
}

/** A file that cannot be opened is refused before anything is asked or closed. */
export function createSwitch({ host, preferences, leaving, askToOpen, onRecent }: SwitchParts): WorkspaceSwitch {
  async function to(file: string, engine?: 'identity' | 'classic'): Promise<WorkspaceInfo | null> {
    await toText(host.probe(file))
    if (!(await leaving.mayLeave('workspace'))) return null
    const workspace = await toText(host.open(file, engine ? { engine } : {}))
    preferences.set({ workspaceFile: file })
    addRecent(preferences, file)
    onRecent()
    return workspace
  }

  async function open(file: string): Promise<WorkspaceInfo | null> {
    if (!existsSync(file)) throw new UserFacingError('FILE_MISSING', `${basename(file)} is missing. It was at ${file}.`)
    return to(file)
  }

  return {
    open,
    async create(file, engine) {
      // The dialog offers to replace a file; for a whole organization that is too easily said yes to.
      if (existsSync(file)) throw new UserFacingError('FILE_EXISTS', 'A file of that name exists; choose another name.')
      return to(file, engine)
    },
    async restore(backup) {
      await toText(host.probe(backup))
      if (!(await leaving.mayLeave('workspace'))) return false
      await toText(host.restore(backup))
      return true
    },
    async openHandedOver(file) {
      const now = host.current()?.workspace.file
      if (now && (await isSameFile(now, file))) return null
      if (now && existsSync(file) && !(await askToOpen(basename(file), basename(now)))) return null
      return open(file)
    },
  }
}

/** Hands on the service's own sentence about a file that it could not open. */
export async function toText<T>(task: Promise<T>): Promise<T> {
  try {
    return await task
  } catch (error) {
    throw error instanceof StartError ? new UserFacingError(error.code, error.message) : error
  }
}
