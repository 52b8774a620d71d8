import { ASSERTION_TYPE } from '#contract/apps/client-credentials.ts'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose'
import type { TestServer } from './server.ts'

/** A client that calls the interface for itself, with the key that only it has. */
export interface ServiceClient {
  appId: string
  clientId: string
  privateKey: CryptoKey
}

/** Where clients of a test find the organization. */
export const issuerOf = ({ port }: Pick<TestServer, 'port'>): string => `http://localhost:${port}`

/** Makes a service that proves itself by a private key, with scopes of the interface granted. */
export async function aServiceClient(
  { client, url }: Pick<TestServer, 'client' | 'url'>,
  { scopes = [], over = {} }: { scopes?: readonly string[]; over?: Record<string, unknown> } = {},
): Promise<ServiceClient> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }
  const oauthClient = {
    ...{ application_type: 'service', grant_types: ['client_credentials'], response_types: ['token'] },
    ...{ jwks: { keys: [jwk] }, ...over },
  }
  const { body: app } = await client.call('createApp', {
    body: {
      label: `Service ${Math.random().toString(36).slice(2)}`,
      signOnMode: 'OPENID_CONNECT',
      credentials: { oauthClient: { token_endpoint_auth_method: 'private_key_jwt' } },
      settings: { oauthClient },
    },
  })
  for (const scopeId of scopes)
    await client.call('grantScope', { params: { appId: app.id }, body: { issuer: url, scopeId } })
  return { appId: app.id, clientId: app.id, privateKey }
}

interface AssertionParts {
  claims?: JWTPayload
  /** Null: it names none. */
  kid?: string | null
  alg?: string
  key?: CryptoKey | Uint8Array
}

/** An assertion of a client, with what is to be wrong about it. */
export function assertionOf(
  server: Pick<TestServer, 'port' | 'clock'>,
  { clientId, privateKey }: ServiceClient,
  { claims = {}, kid = 'first', alg = 'RS256', key = privateKey }: AssertionParts = {},
): Promise<string> {
  const now = Math.floor(server.clock.now / 1_000)
  const usual = { iss: clientId, sub: clientId, aud: `${issuerOf(server)}/oauth2/v1/token`, iat: now, exp: now + 300 }
  return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg, ...(kid !== null && { kid }) }).sign(key)
}

/** Posts a form to an endpoint of an issuer. @param path such as `/oauth2/v1/token` */
export async function post(
  { url }: Pick<TestServer, 'url'>,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const reply = await fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(form), headers })
  const text = await reply.text()
  return {
    status: reply.status,
    body: (text ? JSON.parse(text) : {}) as Record<string, unknown>,
    headers: reply.headers,
  }
}

/** The form of a client that asks for a token for itself. */
export const credentialsForm = (assertion: string, scope: string): Record<string, string> => ({
  grant_type: 'client_credentials',
  scope,
  client_assertion_type: ASSERTION_TYPE,
  client_assertion: assertion,
})

/** An access token of the organization for a client. */
export async function anAccessToken(
  server: Pick<TestServer, 'port' | 'clock' | 'url'>,
  client: ServiceClient,
  scope: string,
): Promise<string> {
  const reply = await post(server, '/oauth2/v1/token', credentialsForm(await assertionOf(server, client), scope))
  if (reply.status !== 200) throw new Error(`no token: ${JSON.stringify(reply.body)}`)
  return String(reply.body['access_token'])
}
