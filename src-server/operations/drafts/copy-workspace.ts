import { ApiError } from '#contract/interface/api-error.ts'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { copyDraft, type LogPosition } from '#db/copy-draft.ts'
import { explain } from '#db/explain-failure.ts'
import { newId } from '#db/ids.ts'
import { draftFiles, makeDraftFolder, removeDraftFiles } from './draft-files.ts'
import { FORGOTTEN_SETTINGS } from './draft-settings.ts'

/**
 * Copies a workspace as it is, without its log, to a file in its folder of drafts.
 * @returns how far its log was
 * @throws ApiError E0000010, for example on a full disk
 */
export async function copyWorkspace(workspace: string, to: string): Promise<LogPosition | null> {
  try {
    await makeDraftFolder(workspace)
    return await copyDraft(workspace, to, FORGOTTEN_SETTINGS)
  } catch (error) {
    const known = explain(error, to)
    if (!(known instanceof StartError)) throw error
    throw new ApiError('E0000010', { causes: [{ errorSummary: known.message }] })
  }
}

/**
 * Works with a copy of a workspace that is gone afterwards. What a run that was killed leaves of it, the next start removes as a draft that was not
 * made to its end.
 * @throws as {@link copyWorkspace}
 */
export async function withCopy<T>(workspace: string, work: (file: string, id: string) => Promise<T>): Promise<T> {
  const id = newId('draft')
  const { making } = draftFiles(workspace, id)
  try {
    await copyWorkspace(workspace, making)
    return await work(making, id)
  } finally {
    await removeDraftFiles(workspace, id).catch(() => {})
  }
}
