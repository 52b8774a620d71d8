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

/** A refusal that a client is told in the body `{error, error_description}`. */
export class OAuthError extends Error {
  readonly error: OAuthErrorCode
  readonly status: number

  /** @param description a sentence for the developer of the client */
  constructor(error: OAuthErrorCode, description: string) {
    super(description)
    this.error = error
    this.status = STATUSES[error]
  }
}
