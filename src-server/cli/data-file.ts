import { requireDraftFiles } from '#operations/drafts/draft-files.ts'
import { findDraft } from '#operations/drafts/drafts.ts'
import { withCopiedWorkspace } from './copied-workspace.ts'

/** The file of a workspace, or of a draft of it. @throws ApiError E0000007; E0000010 where the file of the draft is gone */
export async function fileOf(data: string, draft: string | undefined): Promise<string> {
  if (draft === undefined) return data
  const record = await withCopiedWorkspace(data, ({ reader }) => findDraft(reader, draft))
  return (await requireDraftFiles(data, record)).draft
}
