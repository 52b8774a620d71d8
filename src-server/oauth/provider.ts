import { randomBytes } from 'node:crypto'
import { Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { CLIENT_AUTH_METHODS } from '#contract/apps/client-credentials.ts'
import { SYSTEM_SCOPES } from '#contract/access/server-scope.ts'
import type { SigningJwk } from '#operations/authorization-servers/server-keys.ts'
import { audienceOf, finishAccessToken } from './access-token.ts'
import type { OAuthService } from './decision-cache.ts'
import { OFFLINE_ACCESS, refuse, requestOf, RESOURCE } from './library.ts'
import { grantedTo } from './person-grant.ts'
import type { Endpoint, Issuer, OAuthRequest } from './request.ts'
import { DPOP_ALGORITHMS } from '#http/dpop-proof.ts'
import { checkAuthorization } from './sign-in/authorization.ts'
import { deviceSettings } from './sign-in/device-flow.ts'
import { hintForClient } from './sign-in/id-token-hint.ts'
import { signInSettings } from './sign-in/library-settings.ts'
import { letWorkOn } from './refresh-window.ts'
import { Storage } from './storage.ts'

/** The endpoints that the library answers. */
export type LibraryEndpoint = Exclude<Endpoint, 'keys' | 'userinfo' | 'signIn' | 'logout'>

type Paths = Readonly<Record<LibraryEndpoint, string>>

/** The library instance of one issuer, with what it and the edge share. */
export interface IssuerProvider {
  readonly provider: Provider
  /** By which the edge tells the library that it has recognized a client. */
  readonly clientSecret: string
  /** As the library has them. */
  readonly paths: Paths
}

const SECRET_BYTES = 32

/** Sets the library up for an issuer; again when its keys, its settings or its claims change. */
export async function makeProvider(service: OAuthService, issuer: Issuer, key: SigningJwk): Promise<IssuerProvider> {
  const clientSecret = randomBytes(SECRET_BYTES).toString('base64url')
  // The organization's own endpoints have no issuer of their own in their path.
  const prefix = issuer.server ? '' : '/oauth2'
  const authorize = `${prefix}/v1/authorize`
  const paths: Paths = {
    ...{ token: `${prefix}/v1/token`, introspect: `${prefix}/v1/introspect`, revoke: `${prefix}/v1/revoke` },
    ...{ par: `${prefix}/v1/par`, authorize, resume: authorize },
    ...{
      deviceAuthorize: `${prefix}/v1/device/authorize`,
      device: `${prefix}/v1/device`,
      deviceResume: `${prefix}/v1/device`,
    },
    metadata: '/.well-known/oauth-authorization-server',
  }
  const claims = issuer.server ? (await service.decisions.contentsOf(issuer.server.id)).claims : []
  const provider = new Provider(issuer.address, {
    ...signInSettings(
      service,
      issuer,
      claims.filter(({ claimType }) => claimType === 'IDENTITY').map(({ name }) => name),
    ),
    adapter: (model: string) => new Storage(service, issuer, { model, clientSecret, current: currentRequest }),
    jwks: { keys: [libraryKey(key) as never] },
    routes: {
      ...{
        token: paths.token,
        introspection: paths.introspect,
        revocation: paths.revoke,
        userinfo: `${prefix}/v1/userinfo`,
      },
      ...{ jwks: `${prefix}/v1/keys`, authorization: authorize, pushed_authorization_request: paths.par },
      ...{
        end_session: `${prefix}/v1/logout`,
        device_authorization: paths.deviceAuthorize,
        code_verification: paths.device,
      },
    },
    scopes: Object.keys(SYSTEM_SCOPES),
    clientAuthMethods: [...CLIENT_AUTH_METHODS],
    responseTypes: ['code'],
    enabledJWA: { dPoPSigningAlgValues: [...DPOP_ALGORITHMS] },
    features: featuresOf(service, issuer),
    formats: { customizers: { jwt: finishing(service) } } as never,
  })
  // WHY in place of its own: it verifies hints by the keys that it may sign with, which is the newest alone, and has no setting for others;
  // the class is this provider's own.
  provider.IdToken.validate = (token, { clientId }) => hintForClient(service, issuer, { token, clientId })
  provider.on('authorization.error', (ctx, { error, error_description: reason = '' }) => refuse(ctx, error, reason))
  provider.on('server_error', (_, error) => service.onTrouble(error, 'a request of an OAuth client failed'))
  return { provider, clientSecret, paths }
}

/** WHY without `key_ops`: an ID token that comes back as a hint is verified by the same key, which is for signing alone there. */
const libraryKey = ({ jwk: { key_ops: _, ext: __, ...jwk }, kid }: SigningJwk) => ({
  ...{ ...jwk, kid, use: 'sig', alg: 'RS256' },
})

const featuresOf = (service: OAuthService, issuer: Issuer): Configuration['features'] => ({
  ...{ devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false }, userinfo: { enabled: true } },
  pushedAuthorizationRequests: { enabled: true },
  deviceFlow: deviceSettings(service),
  clientCredentials: { enabled: true },
  revocation: { enabled: true, allowedPolicy: isOwnToken },
  introspection: { enabled: true, allowedPolicy: mayAskAbout(service) },
  dPoP: { enabled: true, nonceSecret: randomBytes(SECRET_BYTES), requireNonce: () => true },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => RESOURCE,
    useGrantedResource: () => true,
    getResourceServerInfo: async (ctx) => {
      const scopes = await scopesFor(service, issuer, ctx)
      const token = { scope: scopes.join(' '), accessTokenTTL: requestOf(ctx).grant?.lifetimeS }
      const signed = { accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }
      return { ...token, ...signed, audience: audienceOf(issuer) } as never
    },
  },
})

/** The scopes of which a request may be given some; finds out what a client is given for a person on the way. */
async function scopesFor(service: OAuthService, issuer: Issuer, ctx: KoaContextWithOIDC): Promise<readonly string[]> {
  const request = requestOf(ctx)
  if (request.endpoint !== 'token') return checkAuthorization(service, issuer, ctx)
  request.grant ??= await grantedTo(service, issuer, ctx)
  return request.grant.scopes
}

/** Gives each access token what is ours of it before it is signed. */
const finishing =
  (service: OAuthService) =>
  async (ctx: KoaContextWithOIDC, token: LibraryToken, unsigned: { payload: Record<string, unknown> }) => {
    const request = requestOf(ctx)
    const { kind, clientId, jkt, accountId, grantId, gty } = token
    const { iat, exp } = unsigned.payload
    const ofPerson = accountId === undefined ? {} : { accountId, grantId, gty }
    const record = { iat, exp, kind, clientId, ...ofPerson, ...(jkt && { jkt }) }
    // The library leaves it out, and gives it by consent alone.
    if (request.grant?.scopes.includes(OFFLINE_ACCESS)) token.scope = [token.scope, OFFLINE_ACCESS].join(' ')
    const scopes = (token.scope ?? '').split(' ')
    unsigned.payload = await finishAccessToken(service, request, { kind, scopes, ...unsigned }, record)
    const { RefreshToken, RotatedRefreshToken } = ctx.oidc.entities
    if (RefreshToken && !RotatedRefreshToken) await letWorkOn(service, request, RefreshToken)
  }

/** What of a token of the library is read here. */
interface LibraryToken {
  readonly kind: string
  readonly clientId: string
  readonly jkt?: string
  readonly accountId?: string
  readonly grantId?: string
  readonly gty?: string
  scope?: string
}

/** The request that the library is at, if any. */
const currentRequest = () =>
  (Provider.ctx as KoaContextWithOIDC | undefined)?.state['oauth'] as OAuthRequest | undefined

/**
 * Who can keep a secret may be a resource that tokens are sent to; any other client asks about its own (RFC 7662 §2.1). Tokens of a client
 * that is not active do nothing.
 */
const mayAskAbout =
  ({ decisions }: Pick<OAuthService, 'decisions'>) =>
  async (ctx: KoaContextWithOIDC, _client: unknown, token: { clientId?: string }): Promise<boolean> => {
    const { client } = requestOf(ctx)
    if (client === null || (client.method === 'none' && token.clientId !== client.clientId)) return false
    return (await decisions.client(token.clientId ?? ''))?.status === 'ACTIVE'
  }

/** A client revokes its own tokens alone (RFC 7009 §2.1). */
function isOwnToken(ctx: KoaContextWithOIDC, _client: unknown, token: { clientId?: string }): boolean {
  return token.clientId === requestOf(ctx).client?.clientId
}
