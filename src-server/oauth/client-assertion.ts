import { createSecretKey } from 'node:crypto'
import { createLocalJWKSet, decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose'
import { algorithmOf, signsBy, type StoredClientKey } from '#contract/apps/client-key.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { OAuthError } from './oauth-error.ts'
import { keysAt, UnreadableKeys } from './remote-keys.ts'

const HMAC = ['HS256', 'HS384', 'HS512']
const SIGNED = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512']
/** The algorithms of assertions. */
export const ASSERTION_ALGORITHMS = [...SIGNED, ...HMAC]
/** Seconds by which the clocks of a client and of this service may differ. */
const CLOCK_TOLERANCE_S = 5

/** What an assertion is checked against. */
export interface AssertionCheck {
  clientId: string
  /** What it may be addressed to. */
  audiences: readonly string[]
  nowMs: number
}

/** The keys at an address. @throws OAuthError for keys that cannot be read */
function keySetAt(address: string): ReturnType<typeof keysAt> {
  try {
    return keysAt(address)
  } catch (error) {
    throw error instanceof UnreadableKeys ? refused(error.message) : error
  }
}

const refused = (why: string) => new OAuthError('invalid_client', `The client assertion ${why}.`)

/** The client that an unverified assertion claims to be from. @throws OAuthError invalid_client */
export async function claimedClient(assertion: string): Promise<string> {
  try {
    const { sub } = decodeJwt<{ sub?: unknown }>(assertion)
    if (typeof sub === 'string' && sub !== '' && sub.length <= LIMITS.clientIdLength) return sub
  } catch {
    throw refused('is no JWT')
  }
  throw refused('has no sub that is the id of a client')
}

/** An assertion that holds, and which secret or key of the client it is by; null where that is told nowhere here. */
interface Verified {
  payload: JWTPayload
  credentialId: string | null
}

/** The keys of a client: stored with its application, or read from its own address. */
interface ClientKeys {
  keys: readonly StoredClientKey[]
  address: string | undefined
}

/** Checks an assertion that is signed by the client's private key (spec/3 "Authentication" 6). @throws OAuthError invalid_client */
export async function verifySigned(
  assertion: string,
  { keys, address }: ClientKeys,
  check: AssertionCheck,
): Promise<Verified> {
  const active = keys.filter(({ status, use }) => status === 'ACTIVE' && use !== 'enc')
  const usable = active.map(({ kty, kid, n, e, x, y, crv, ...rest }) => ({
    ...(kty === 'RSA' ? { kty, n, e } : { kty, x, y, crv }),
    ...(kid === null ? {} : { kid }),
    ...(rest.alg === null ? {} : { alg: algorithmOf({ kty, kid, alg: rest.alg, use: rest.use }) }),
  }))
  await assertClaims(assertion, check)
  const keySet = address ? keySetAt(address) : createLocalJWKSet({ keys: usable as never })
  const { payload, kid, alg } = await verify(assertion, keySet as never, SIGNED, check)
  // An assertion that names none was checked by the only one that can have signed it.
  const signedBy = active.find((key) => (kid === undefined ? signsBy(key, alg) : key.kid === kid))
  return { payload, credentialId: signedBy?.id ?? null }
}

/** Checks an assertion that is signed with one of the client's secrets. @throws OAuthError invalid_client */
export async function verifyShared(
  assertion: string,
  secrets: readonly { id: string; secret: string }[],
  check: AssertionCheck,
): Promise<Verified> {
  let refusal: unknown = refused('is signed with no active secret of the client')
  for (const { id, secret } of secrets)
    try {
      const { payload } = await verify(assertion, createSecretKey(Buffer.from(secret)), HMAC, check)
      return { payload, credentialId: id }
    } catch (error) {
      refusal = error
    }
  throw refusal
}

/** Before the keys of a client are asked for at an address: who only pretends to be a client must cause no request. */
async function assertClaims(assertion: string, { clientId, audiences, nowMs }: AssertionCheck): Promise<void> {
  const { iss, aud, exp, iat } = decodeJwt<Record<'iss' | 'aud' | 'exp' | 'iat', unknown>>(assertion)
  const addressed = [aud].flat().some((one) => audiences.includes(one as string))
  if (iss !== clientId || !addressed) throw refused('is not from this client to this endpoint')
  if (typeof exp !== 'number' || exp + CLOCK_TOLERANCE_S <= nowMs / 1_000) throw refused('has expired')
  if (typeof iat === 'number' && iat - CLOCK_TOLERANCE_S > nowMs / 1_000)
    throw refused('was made at a moment that is yet to come')
}

async function verify(
  assertion: string,
  key: never | ReturnType<typeof createSecretKey>,
  algorithms: string[],
  check: AssertionCheck,
) {
  const { clientId, audiences, nowMs } = check
  try {
    const { payload, protectedHeader } = await jwtVerify(assertion, key, {
      ...{ algorithms, issuer: clientId, subject: clientId, audience: [...audiences] },
      ...{ requiredClaims: ['exp'], clockTolerance: CLOCK_TOLERANCE_S, currentDate: new Date(nowMs) },
    })
    const longest = nowMs / 1_000 + LIMITS.assertionSeconds + CLOCK_TOLERANCE_S
    if ((payload.exp ?? 0) > longest) throw refused('has an exp of more than one hour from now')
    return { payload, kid: protectedHeader.kid, alg: protectedHeader.alg }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refused('has expired')
    if (error instanceof errors.JWTClaimValidationFailed) throw refused(`is not valid: ${error.claim} ${error.reason}`)
    if (error instanceof OAuthError) throw error
    if (error instanceof UnreadableKeys) throw refused(error.message)
    throw refused('is not signed by an active key of the client')
  }
}
