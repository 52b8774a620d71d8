/** Errors of the endpoints, with their statuses (RFC 6749 §5.2, spec/4 §3.5). */
const STATUSES = {
  invalid_client: 401,
  invalid_request: 400,
  invalid_grant: 400,
  invalid_scope: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  access_denied: 400,
  invalid_dpop_proof: 400,
  use_dpop_nonce: 400,
  server_error: 500,
} as const
type OAuthErrorCode = keyof typeof STATUSES

/** Characters of a description. */
const LONGEST = 300
/** What RFC 6749 §5.2 does not let a description hold. */
const OTHER = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g

/** A sent text for an error message: shortened, and without characters that could break a line or a text. */
export const plainText = (text: string): string => text.slice(0, LONGEST).replaceAll(OTHER, '?')

/** An error with the body `{error, error_description}`. */
export class OAuthError extends Error {
  readonly error: OAuthErrorCode
  readonly status: number
  /** Why, where the client is not to be told; for the event. */
  readonly detail: string | undefined

  /** @param description a sentence for the developer of the client; may hold what was sent */
  constructor(error: OAuthErrorCode, description: string, detail?: string) {
    super(plainText(description))
    this.error = error
    this.status = STATUSES[error]
    this.detail = detail
  }
}
