import { randomBytes } from 'node:crypto'
import { Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { CLIENT_AUTH_METHODS } from '#contract/apps/client-credentials.ts'
import { SYSTEM_SCOPES } from '#contract/access/server-scope.ts'
import type { SigningJwk } from '#operations/authorization-servers/server-keys.ts'
import { audienceOf, finishAccessToken } from './access-token.ts'
import type { OAuthService } from './known.ts'
import type { Endpoint, Issuer, OAuthRequest } from './request.ts'
import { DPOP_ALGORITHMS } from '#http/dpop-proof.ts'
import { Storage } from './storage.ts'

type ProviderService = Pick<OAuthService, 'known' | 'reader' | 'write' | 'now' | 'clock' | 'onTrouble'>

type Paths = Readonly<Record<Exclude<Endpoint, 'keys'>, string>>

/** The library for one issuer, with what it and the edge know of each other. */
export interface IssuerProvider {
  readonly provider: Provider
  /** By which the edge tells the library that it has recognized a client. */
  readonly clientSecret: string
  /** As the library has them. */
  readonly paths: Paths
}

/**
 * The one resource that tokens of an issuer are for. WHY a name of our own: an audience need not be the address that the library expects
 * the name of a resource to be.
 */
const RESOURCE = 'urn:gatehouse:audience'
const SECRET_BYTES = 32

/** The request to an issuer that a call of the library is for. */
const requestOf = (ctx: KoaContextWithOIDC) => ctx.state['oauth'] as OAuthRequest

/** Sets the library up for an issuer; again when its keys or its settings change. */
export function makeProvider(service: ProviderService, issuer: Issuer, key: SigningJwk): IssuerProvider {
  const clientSecret = randomBytes(SECRET_BYTES).toString('base64url')
  // The organization's own endpoints have no issuer of their own in their path.
  const prefix = issuer.server ? '' : '/oauth2'
  const paths: Paths = {
    token: `${prefix}/v1/token`,
    introspect: `${prefix}/v1/introspect`,
    revoke: `${prefix}/v1/revoke`,
    metadata: '/.well-known/oauth-authorization-server',
  }
  const provider = new Provider(issuer.address, {
    adapter: (model: string) => new Storage(service, issuer, { model, clientSecret, current: currentRequest }),
    jwks: { keys: [{ ...key.jwk, kid: key.kid, use: 'sig', alg: 'RS256' } as never] },
    routes: {
      ...{ token: paths.token, introspection: paths.introspect, revocation: paths.revoke },
      ...{ jwks: `${prefix}/v1/keys`, authorization: `${prefix}/v1/authorize` },
    },
    scopes: Object.keys(SYSTEM_SCOPES),
    clientAuthMethods: [...CLIENT_AUTH_METHODS],
    responseTypes: [],
    enabledJWA: { dPoPSigningAlgValues: [...DPOP_ALGORITHMS] },
    features: featuresOf(service, issuer),
    ttl: { ClientCredentials: (ctx) => requestOf(ctx).grant?.lifetimeS ?? 0 },
    formats: { customizers: { jwt: finishing(service) } } as never,
  })
  provider.on('server_error', (_, error) => service.onTrouble(error, 'a request of an OAuth client failed'))
  return { provider, clientSecret, paths }
}

const featuresOf = (service: ProviderService, issuer: Issuer): Configuration['features'] => ({
  ...{ devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false }, userinfo: { enabled: false } },
  pushedAuthorizationRequests: { enabled: false },
  clientCredentials: { enabled: true },
  revocation: { enabled: true, allowedPolicy: isOwnToken },
  introspection: { enabled: true, allowedPolicy: mayAskAbout(service) },
  dPoP: { enabled: true, nonceSecret: randomBytes(SECRET_BYTES), requireNonce: () => true },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => RESOURCE,
    useGrantedResource: () => true,
    getResourceServerInfo: (ctx) => {
      const { grant } = requestOf(ctx)
      const token = { scope: grant?.scopes.join(' ') ?? '', accessTokenTTL: grant?.lifetimeS }
      const signed = { accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }
      return { ...token, ...signed, audience: audienceOf(issuer) } as never
    },
  },
})

/** Gives each access token what is ours of it before it is signed. */
const finishing =
  (service: ProviderService) =>
  async (
    ctx: KoaContextWithOIDC,
    { kind, clientId, jkt }: { kind: string; clientId: string; jkt?: string },
    unsigned: { payload: Record<string, unknown> },
  ) => {
    const { iat, exp } = unsigned.payload
    const record = { iat, exp, kind, clientId, ...(jkt && { jkt }) }
    unsigned.payload = await finishAccessToken(service, requestOf(ctx), { kind, ...unsigned }, record)
  }

/** The request that the library is at, if any. */
const currentRequest = () =>
  (Provider.ctx as KoaContextWithOIDC | undefined)?.state['oauth'] as OAuthRequest | undefined

/**
 * Who can keep a secret may be a resource that tokens are sent to; any other client asks about its own (RFC 7662 §2.1). Tokens of a client
 * that is not active do nothing.
 */
const mayAskAbout =
  ({ known }: Pick<OAuthService, 'known'>) =>
  async (ctx: KoaContextWithOIDC, _client: unknown, token: { clientId?: string }): Promise<boolean> => {
    const { client } = requestOf(ctx)
    if (client === null || (client.method === 'none' && token.clientId !== client.clientId)) return false
    return (await known.client(token.clientId ?? ''))?.status === 'ACTIVE'
  }

/** A client revokes its own tokens alone (RFC 7009 §2.1). */
function isOwnToken(ctx: KoaContextWithOIDC, _client: unknown, token: { clientId?: string }): boolean {
  return token.clientId === requestOf(ctx).client?.clientId
}
