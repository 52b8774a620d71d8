import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import type { IssuerId } from '../authorization-servers/issuer.ts'
import { keysOfServer, publicJwks } from '../authorization-servers/server-keys.ts'

interface Expected {
  server: IssuerId
  /** What tokens of the server name as their issuer. */
  issuer: string
  /** Whom it has to be for; absent: anybody. */
  audience?: string
}

/** An access token as far as its signature tells: whether it is on record is another matter. */
interface SignedToken {
  jti: string
  expiresMs: number
}

/** Reads an access token (RFC 9068). @returns null for one that this issuer has not signed, that is for others, or at its end */
export async function verifyAccessToken(
  service: Parameters<typeof keysOfServer>[0],
  value: string,
  { server, ...expected }: Expected,
): Promise<SignedToken | null> {
  const keys = createLocalJWKSet(publicJwks(await keysOfServer(service, server)))
  try {
    const { payload } = await jwtVerify(value, keys, {
      ...expected,
      ...{ typ: 'at+jwt', algorithms: ['RS256'], currentDate: new Date(service.clock()) },
    })
    const { jti, exp } = payload
    return jti && exp !== undefined ? { jti, expiresMs: exp * 1_000 } : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
