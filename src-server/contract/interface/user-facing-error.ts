/** An error whose message is a sentence for the person who asked for something, and holds nothing secret. */
export class UserFacingError extends Error {
  override name = 'UserFacingError'
}
