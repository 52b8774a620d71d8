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

/** The library for one issuer, with what it and the edge know of each other. */
export interface IssuerProvider {
  readonly provider: Provider
  /** By which the edge tells the library that it has recognized a client. */
  readonly clientSecret: string
}

/** Where the library has its endpoints, below the issuer. */
export const PATHS: Readonly<Record<Exclude<Endpoint, 'keys'>, string>> = {
  token: '/v1/token',
  introspect: '/v1/introspect',
  revoke: '/v1/revoke',
  metadata: '/.well-known/oauth-authorization-server',
}

/**
 * The one resource that tokens of an issuer are for. WHY a name of our own: an audience need not be the address that the library expects
 * the name of a resource to be.
 */
const RESOURCE = 'urn:gatehouse:audience'
const SECRET_BYTES = 32

/** The request to an issuer that a call of the library is for. */
const requestOf = (ctx: KoaContextWithOIDC) => ctx.state['oauth'] as OAuthRequest

/** Sets the library up for an issuer; again when its keys or its settings change. @param prefix before its paths */
export function makeProvider(
  service: ProviderService,
  issuer: Issuer,
  { key, prefix }: { key: SigningJwk; prefix: string },
): IssuerProvider {
  const clientSecret = randomBytes(SECRET_BYTES).toString('base64url')
  const configuration: Configuration = {
    adapter: (model: string) => new Storage(service, issuer, { model, clientSecret, current: currentRequest }),
    jwks: { keys: [{ ...key.jwk, kid: key.kid, use: 'sig', alg: 'RS256' } as never] },
    routes: {
      token: `${prefix}${PATHS.token}`,
      introspection: `${prefix}${PATHS.introspect}`,
      revocation: `${prefix}${PATHS.revoke}`,
      jwks: `${prefix}/v1/keys`,
      authorization: `${prefix}/v1/authorize`,
    },
    scopes: Object.keys(SYSTEM_SCOPES),
    clientAuthMethods: [...CLIENT_AUTH_METHODS],
    responseTypes: [],
    enabledJWA: { dPoPSigningAlgValues: [...DPOP_ALGORITHMS] },
    features: {
      ...{ devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false }, userinfo: { enabled: false } },
      ...{ clientCredentials: { enabled: true }, revocation: { enabled: true, allowedPolicy: isOwnToken } },
      introspection: { enabled: true, allowedPolicy: mayAskAbout(service) },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: true, nonceSecret: randomBytes(SECRET_BYTES), requireNonce: () => true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx) => {
          const { grant } = requestOf(ctx)
          return {
            scope: grant?.scopes.join(' ') ?? '',
            audience: audienceOf(issuer),
            accessTokenTTL: grant?.lifetimeS,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'RS256' } },
          } as never
        },
      },
    },
    ttl: { ClientCredentials: (ctx) => requestOf(ctx).grant?.lifetimeS ?? 0 },
    formats: {
      customizers: {
        jwt: async (
          ctx: KoaContextWithOIDC,
          { kind, clientId, jkt }: { kind: string; clientId: string; jkt?: string },
          unsigned: { payload: Record<string, unknown> },
        ) => {
          const { iat, exp } = unsigned.payload
          const record = { iat, exp, kind, clientId, ...(jkt && { jkt }) }
          unsigned.payload = await finishAccessToken(service, requestOf(ctx), { kind, ...unsigned }, record)
        },
      },
    } as never,
  }
  const provider = new Provider(issuer.address, configuration)
  provider.on('server_error', (_, error) => service.onTrouble(error, 'a request of an OAuth client failed'))
  return { provider, clientSecret }
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
