import type { IncomingHttpHeaders } from 'node:http'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { ClientAuthMethod } from '#contract/apps/client-credentials.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { AuthorizationServerRecord } from '#db/tables/authorization-servers.ts'
import type { UserRecord } from '#db/tables/users.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { OAuthError } from './oauth-error.ts'

/** The endpoint of a request to an issuer. */
export type Endpoint = ClientEndpoint | PersonEndpoint | 'keys' | 'metadata'

/** Endpoints for clients. */
type ClientEndpoint = 'token' | 'introspect' | 'revoke' | 'par' | 'deviceAuthorize' | 'userinfo'

/** Endpoints for the browser of a person. */
type PersonEndpoint = 'authorize' | 'resume' | 'device' | 'deviceResume' | 'signIn' | 'logout'

/** Who gives tokens. */
export interface Issuer {
  /** Null: the organization itself. */
  readonly server: AuthorizationServerRecord | null
  /** As tokens name it. */
  readonly address: string
}

/** An authenticated client. */
export interface AuthenticatedClient {
  readonly app: AppRecord
  readonly clientId: string
  readonly method: ClientAuthMethod
}

/** Seconds: each use of a refresh token extends it by the window, up to the whole lifetime; null: without end. */
export interface RefreshLifetime {
  readonly windowS: number
  readonly wholeS: number | null
}

/** What the policies of an authorization server were asked about a token request, and the rule that decided; null for none. */
export interface Judgement {
  /** That of the sign-in, where a token comes of an earlier one. */
  readonly grantType: string
  readonly scopes: readonly string[]
  readonly person?: UserRecord
  readonly decision: TokenDecision | null
}

/** The policy and rule that decided about tokens. */
export interface TokenDecision {
  readonly policy: { readonly id: string; readonly name: string; readonly type: PolicyType }
  readonly rule: { readonly id: string; readonly name: string }
}

/** The grant of a token request. */
export interface Grant {
  readonly grantType: string
  readonly scopes: readonly string[]
  readonly lifetimeS: number
  /** How long a refresh token works; absent where there is none. */
  readonly refresh?: RefreshLifetime
  /** Whom the token acts for; absent where the client acts for itself. */
  readonly person?: UserRecord
}

/** A refused authorization request: its client, and the person who had signed in by then. */
interface RefusedAuthorization {
  readonly error: string
  readonly reason: string
  readonly clientId: string
  readonly userId: string | undefined
}

/** A request to an issuer on its way to the library: what the library gets, and what was found out about it. */
export interface OAuthRequest {
  readonly endpoint: Endpoint
  readonly issuer: Issuer
  readonly method: string
  /** As the client wrote it. */
  readonly path: string
  /** The sign-in that the request belongs to, at the endpoints whose path names one. */
  readonly uid: string | null
  /** Changed by the steps before the library. */
  form: Record<string, string>
  /** The code of a device that the address brings, for the page that asks for it. */
  userCode: string
  /** Whether there is no device with the code that a person has entered. */
  isUnknownCode: boolean
  /** Where the client asks to be answered; undefined where the request does not say it. */
  redirectUri: string | undefined
  headers: IncomingHttpHeaders
  /** The client that it says it is from, before that is proved; empty where it does not say so. */
  claimedId: string
  client: AuthenticatedClient | null
  grant: Grant | null
  /** Null until policies were asked, and where none are. */
  judgement: Judgement | null
  /** Why a client gets no code for a person; null as long as nothing speaks against it. */
  refused: RefusedAuthorization | null
  /** Whether a code is only given against a proof of key (RFC 7636). */
  needsPkce: boolean
  /** Who asks, as events name them; the client once it is known. */
  context: RequestContext
  /** Milliseconds since the epoch. */
  readonly nowMs: number
  /** Writes under way without which nothing is sent. */
  readonly writes: Promise<unknown>[]
}

/**
 * The form of a request, each name once: the checks and the library could read a name that comes twice differently.
 * @throws OAuthError invalid_request
 */
export function singleValues(form: unknown): Record<string, string> {
  const pairs = Object.entries((form ?? {}) as Record<string, string | string[]>)
  const twice = pairs.find(([, value]) => Array.isArray(value))
  if (twice) throw new OAuthError('invalid_request', `${twice[0]} is given more than once.`)
  return Object.fromEntries(pairs as [string, string][])
}
