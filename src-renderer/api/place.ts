import { draftPath, draftPathIn } from '#contract/gatehouse/draft.ts'
import { PATHS } from '#ui/domain/paths.ts'

/** The path of the draft that this page is of, such as `/drafts/dft1`; empty for a workspace. */
export const PLACE = typeof window === 'undefined' ? '' : draftPathIn(window.location.pathname)

/** Shows a draft in place of what is shown. */
export function goToDraft(id: string): void {
  window.location.assign(`${draftPath(id)}/`)
}

/** Shows, in the workspace, what publishing a draft would change. */
export function goToPublish(id: string): void {
  window.location.assign(`/#${PATHS.publishDraft(id)}`)
}

/** Shows the workspace of the draft that is shown. */
export function goToWorkspace(): void {
  window.location.assign('/')
}
