import type { App } from '#contract/apps/app.ts'
import { ASSERTION_TYPE, type ClientAuthMethod } from '#contract/apps/client-credentials.ts'
import { addressesOf, organizationIssuer } from '#contract/access/issuer.ts'
import { DEFAULT_SERVER_ALIAS } from '#contract/access/authorization-server.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { shellQuote } from '#ui/api/curl.ts'
import { counted } from '#ui/lib/numbers.ts'
import { getIn } from '#ui/lib/tree.ts'

/** Who is asked for a token. */
export type Asked = 'organization' | 'server'
/** How a client proves itself that can prove itself at all. */
export type ProvingMethod = Exclude<ClientAuthMethod, 'none'>

/** A part of HTTP Basic (RFC 6749 §2.3.1); of what is left nothing is special inside double quotes of a shell. */
const basicPart = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
/** A parameter of a request, as a command sends it. */
export const field = (name: string, value: string) => `--data-urlencode ${shellQuote(`${name}=${value}`)}`
/** What stays a variable, so that the command can be shared. */
const variable = (name: string, variableName: string) => `--data-urlencode "${name}=$${variableName}"`

const byAssertion = () => [
  field('client_assertion_type', ASSERTION_TYPE),
  variable('client_assertion', 'CLIENT_ASSERTION'),
]

/** What a request carries so that the client proves itself. */
export const PROOFS: Readonly<Record<ProvingMethod, (clientId: string) => string[]>> = {
  client_secret_basic: (clientId) => [`-u "${basicPart(clientId)}:$CLIENT_SECRET"`],
  client_secret_post: (clientId) => [field('client_id', clientId), variable('client_secret', 'CLIENT_SECRET')],
  client_secret_jwt: byAssertion,
  private_key_jwt: byAssertion,
}

/** A client that may ask for a token for itself. */
export interface SelfAskingClient {
  clientId: string
  method: ProvingMethod
  /** Whether each of its tokens is bound to a key (DPoP). */
  isBound: boolean
}

/** An application as a client that may ask for tokens for itself; null for one that may not. */
export function selfAskingClient({
  credentials,
  settings,
}: Pick<App, 'credentials' | 'settings'>): SelfAskingClient | null {
  const { client_id: clientId, token_endpoint_auth_method: method = 'none' } = credentials.oauthClient ?? {}
  const grants = (getIn(settings, 'oauthClient.grant_types') ?? []) as readonly string[]
  if (!clientId || method === 'none' || !grants.includes('client_credentials')) return null
  return { clientId, method, isBound: getIn(settings, 'oauthClient.dpop_bound_access_tokens') === true }
}

/** Whether a client signs what it proves itself by. */
export const signsAssertions = (method: ProvingMethod): boolean => PROOFS[method] === byAssertion

/** Whether a client can ask there: scopes of this interface are given to those alone that sign with a private key. */
export const fits = (asked: Asked, method: ProvingMethod): boolean => asked === 'server' || method === 'private_key_jwt'

/** The token endpoints that clients ask, the default authorization server's and the organization's own. @param url of the service */
export function tokenEndpoints(url: string): Record<Asked, string> {
  const organization = organizationIssuer(url)
  return {
    organization: addressesOf(organization).token,
    server: addressesOf(`${organization}/oauth2/${DEFAULT_SERVER_ALIAS}`).token,
  }
}

/** The command by which a client asks for a token; its secret, or its assertion, stays a variable. */
export function tokenCommand(
  { clientId, method }: SelfAskingClient,
  endpoint: string,
  scopes: readonly string[],
): string {
  const lines = [
    `curl ${shellQuote(endpoint)}`,
    ...PROOFS[method](clientId),
    `-d grant_type=client_credentials`,
    ...(scopes.length ? [field('scope', scopes.join(' '))] : []),
  ]
  return lines.join(' \\\n  ')
}

/** What an assertion says, in the order in which one writes it: each claim with its value, or with what it has to be. */
export function assertionClaims(clientId: string, endpoint: string) {
  return [
    { name: 'aud', value: endpoint },
    { name: 'iss', value: clientId },
    { name: 'sub', value: clientId },
    {
      name: 'exp',
      rule: `When it ends, in seconds since 1970: at most ${counted(LIMITS.assertionSeconds / 3_600, 'hour')} from now`,
    },
    { name: 'jti', rule: 'Another text in each assertion: a second use is refused' },
  ] as const
}

/** What a client that asks the organization still needs before it may do anything. @param has null for what is not known */
export function missingAtOrganization(has: { roles: number | null; scopes: number | null }): ('scopes' | 'roles')[] {
  return (['scopes', 'roles'] as const).filter((part) => has[part] === 0)
}
