import type { AuthenticatorKey, AuthenticatorMethodName } from './authenticator-table.ts'

/** One way in which a person has proved who they are, and when. */
export interface Proof {
  readonly key: AuthenticatorKey
  readonly method: AuthenticatorMethodName
  /** Milliseconds since the epoch. */
  readonly atMs: number
}
