import { ApiError } from '#contract/interface/api-error.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { isNoRoom } from '../files/transfer-folder.ts'

/** Why a job failed, as a sentence for an administrator. @param otherwise for an error that is no refusal: it is in the service's log */
export function problemOf(error: unknown, otherwise: string): string {
  if (isNoRoom(error)) return 'There is no room left on the disk.'
  if (error instanceof ApiError) return error.causes[0]?.errorSummary ?? error.message
  if (error instanceof UserFacingError) return error.message
  return otherwise
}
