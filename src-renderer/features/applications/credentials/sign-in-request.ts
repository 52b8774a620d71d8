import type { App } from '#contract/apps/app.ts'
import { addressesOf, organizationIssuer } from '#contract/access/issuer.ts'
import { DEFAULT_SERVER_ALIAS } from '#contract/access/authorization-server.ts'
import type { ClientAuthMethod } from '#contract/apps/client-credentials.ts'
import { shellQuote } from '#ui/api/curl.ts'
import { getIn } from '#ui/lib/tree.ts'
import { field, PROOFS, type Asked } from './token-request.ts'

/** A client that signs people in. */
export interface SigningClient {
  clientId: string
  method: ClientAuthMethod
  redirectUris: readonly string[]
  /** Whether it may be given refresh tokens. */
  refreshes: boolean
  /** Whether each of its tokens is bound to a key (DPoP). */
  isBound: boolean
}

/** An application as a client that signs people in; null for one that does not. */
export function signingClient({ credentials, settings }: Pick<App, 'credentials' | 'settings'>): SigningClient | null {
  const { client_id: clientId, token_endpoint_auth_method: method = 'none' } = credentials.oauthClient ?? {}
  const list = (name: string) => (getIn(settings, `oauthClient.${name}`) ?? []) as readonly string[]
  const [grants, redirectUris] = [list('grant_types'), list('redirect_uris')]
  if (!clientId || !grants.includes('authorization_code')) return null
  const isBound = getIn(settings, 'oauthClient.dpop_bound_access_tokens') === true
  return { clientId, method, redirectUris, refreshes: grants.includes('refresh_token'), isBound }
}

/** A proof of key for one sign-in (RFC 7636). */
interface Pkce {
  verifier: string
  challenge: string
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const RANDOM_BYTES = 32

/** Makes a proof of key, another one each time. */
export async function makePkce(): Promise<Pkce> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64url(new Uint8Array(digest)) }
}

/** The endpoints of who is asked. @param url of the service */
export function signInEndpoints(url: string, asked: Asked) {
  const organization = organizationIssuer(url)
  return addressesOf(asked === 'organization' ? organization : `${organization}/oauth2/${DEFAULT_SERVER_ALIAS}`)
}

interface Request {
  authorize: string
  redirectUri: string
  scopes: readonly string[]
  pkce: Pkce
}

/** The address to which a client sends the browser of a person. */
export function signInAddress({ clientId }: SigningClient, { authorize, redirectUri, scopes, pkce }: Request): string {
  const query = {
    ...{ client_id: clientId, response_type: 'code', redirect_uri: redirectUri, scope: scopes.join(' ') },
    ...{ state: 'try-it', code_challenge: pkce.challenge, code_challenge_method: 'S256' },
  }
  return `${authorize}?${new URLSearchParams(query).toString()}`
}

/** The command by which the client exchanges the code, which is in the address of its page; what is secret stays a variable. */
export function codeCommand(
  { clientId, method }: Pick<SigningClient, 'clientId' | 'method'>,
  { token, redirectUri, pkce }: { token: string; redirectUri: string; pkce: Pick<Pkce, 'verifier'> },
): string {
  const lines = [
    `curl ${shellQuote(token)}`,
    ...(method === 'none' ? [field('client_id', clientId)] : PROOFS[method](clientId)),
    ...['-d grant_type=authorization_code', '--data-urlencode "code=$CODE"'],
    ...[field('redirect_uri', redirectUri), field('code_verifier', pkce.verifier)],
  ]
  return lines.join(' \\\n  ')
}
