import type { TokenNetwork } from '#contract/access/api-token.ts'
import type { Scope } from '#contract/interface/scopes.ts'
import type { Principal } from '#audit-log/request-context.ts'

/** Whom a presented token acts for. */
export interface TokenHolder {
  readonly id: string
  /** A person, or a client for itself. */
  readonly holder: Pick<Principal, 'id'> & { readonly kind: 'user' | 'client' }
  /** The client that was given an access token; null for an API token. */
  readonly appId: string | null
  readonly name: string
  readonly network: TokenNetwork
  /** What an access token was granted; an API token has all. */
  readonly scopes: 'all' | ReadonlySet<Scope>
  /** Thumbprint of the key that who uses it has to prove (RFC 9449); null where holding it is enough. */
  readonly boundTo: string | null
  /** When it ends; each use of an API token moves it. */
  expiresMs: number
}

/** Whether a token was granted a scope; `manage` holds `read` too. */
export function holdsScope({ scopes }: Pick<TokenHolder, 'scopes'>, scope: Scope): boolean {
  return scopes === 'all' || scopes.has(scope) || scopes.has(scope.replace(/read$/, 'manage') as Scope)
}
