import type { KoaContextWithOIDC } from 'oidc-provider'
import type { OAuthRequest } from './request.ts'

/**
 * The one resource that tokens of an issuer are for. WHY a name of our own: an audience need not be the address that the library expects
 * the name of a resource to be.
 */
export const RESOURCE = 'urn:gatehouse:audience'

/** Parameter by which the edge tells the library that a refresh token was asked for; the library itself gives one by consent only. */
export const WANTS_REFRESH = 'gatehouse_refresh'

/** The grant of a device that has no browser (RFC 8628 §3.4). */
export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

/** The scope that asks for a refresh token (OpenID Connect Core 1.0 §11). */
export const OFFLINE_ACCESS = 'offline_access'

/** Records that a client is denied a grant for a person. */
export function refuse(ctx: KoaContextWithOIDC, error: string, reason: string): void {
  const { client, session, entities } = ctx.oidc
  const clientId = client?.clientId ?? entities.DeviceCode?.clientId
  if (clientId !== undefined) requestOf(ctx).refused = { error, reason, clientId, userId: session?.accountId }
}

/** The request to an issuer that a call of the library is for. */
export const requestOf = (ctx: KoaContextWithOIDC): OAuthRequest => ctx.state['oauth'] as OAuthRequest
