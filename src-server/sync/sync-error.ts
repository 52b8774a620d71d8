/** Why two sides could not be brought in step, in a sentence for who asked for it. */
export class SyncError extends Error {
  override name = 'SyncError'
}
