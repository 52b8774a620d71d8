import { compactVerify, createLocalJWKSet, errors } from 'jose'
import { keysOfServer, publicJwks } from '#operations/authorization-servers/server-keys.ts'
import type { OAuthService } from '../decision-cache.ts'
import type { Issuer } from '../request.ts'

/** The type of access tokens (RFC 9068 §2.1). */
const ACCESS_TOKEN = 'at+jwt'

/** The claims of an ID token that a client shows; it may have expired. */
export interface Hint {
  readonly sub: string
  /** The client that it was given to. */
  readonly aud: string
}

/** The claims of an ID token that this issuer signed with any of its published keys; null for any other. */
export async function readHint(service: OAuthService, issuer: Issuer, token: string): Promise<Hint | null> {
  try {
    const keys = createLocalJWKSet(publicJwks(await keysOfServer(service, issuer.server?.id ?? null)))
    // WHY not as a whole token: one that has ended still says whose session it is (RP-Initiated Logout 1.0 §2).
    const { payload, protectedHeader } = await compactVerify(token, keys, { algorithms: ['RS256'] })
    // By the same keys, and also held by services that the client calls.
    if (protectedHeader.typ === ACCESS_TOKEN) return null
    const { iss, sub, aud } = JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>
    return iss === issuer.address && typeof sub === 'string' && typeof aud === 'string' ? { sub, aud } : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Reads a hint as the library does. @throws Error for a token of another issuer or client */
export async function hintForClient(
  service: OAuthService,
  issuer: Issuer,
  { token, clientId }: { token: string; clientId: string },
): Promise<{ header: Record<string, unknown>; payload: Record<string, unknown> }> {
  const hint = await readHint(service, issuer, token)
  if (hint?.aud !== clientId) throw new Error('it is no ID token of this issuer for the client')
  return { header: {}, payload: { ...hint } }
}
