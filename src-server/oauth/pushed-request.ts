import { decodeJwt } from 'jose'
import { recordId, recordOf } from '#operations/oauth/records.ts'
import type { OAuthService } from './decision-cache.ts'
import type { Issuer } from './request.ts'

/** How the address of a pushed request begins (RFC 9126 §2.2). */
const PREFIX = 'urn:ietf:params:oauth:request_uri:'

/** The redirect address of a pushed request; undefined where there is no such request. */
export async function pushedRedirect(
  { reader, now }: Pick<OAuthService, 'reader' | 'now'>,
  { server }: Issuer,
  requestUri: string,
): Promise<string | undefined> {
  if (!requestUri.startsWith(PREFIX)) return undefined
  const id = recordId(server?.id ?? null, 'PushedAuthorizationRequest', requestUri.slice(PREFIX.length))
  const request = (await recordOf(reader, id, now()))?.payload['request']
  if (typeof request !== 'string') return undefined
  // The library made it, without a signature, of what the client had proved to be its own.
  const { redirect_uri: address } = decodeJwt(request)
  return typeof address === 'string' ? address : undefined
}
