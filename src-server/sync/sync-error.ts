import { UserFacingError } from '#contract/interface/user-facing-error.ts'

/** Why two sides could not be brought in step, in a sentence for who asked for it. */
export class SyncError extends UserFacingError {
  override name = 'SyncError'
}
