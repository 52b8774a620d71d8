import type { DraftFiles } from '../../host/drafts.ts'
import type { WorkspaceHost } from '../../host/workspace-host.ts'
import type { Leaving } from '../../lifecycle/leave.ts'
import { UserFacingError } from '../call.ts'
import type { Handlers } from '../call.ts'

/** What the open editors of the page keep, and what they say before it goes. */
export function editorHandlers(
  host: WorkspaceHost,
  drafts: DraftFiles,
  leaving: Leaving,
): Pick<Handlers, 'drafts:read' | 'drafts:write' | 'editors:unsaved' | 'editors:left'> {
  /** Only of the open workspace: the page cannot choose a file. */
  function requireOpen(file: string): string {
    if (host.current()?.workspace.file !== file)
      throw new UserFacingError('NOT_OPEN', 'This workspace is no longer open.')
    return file
  }

  return {
    'drafts:read': ({ file }) => drafts.read(requireOpen(file)),
    'drafts:write': ({ file, drafts: list }) => drafts.write(requireOpen(file), list),
    'editors:unsaved': ({ what }) => leaving.setUnsaved(what),
    'editors:left': ({ turn, done }) => leaving.answer(turn, done),
  }
}
