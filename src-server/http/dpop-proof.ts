import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Context } from 'koa'
import { organizationIssuer } from '#contract/access/issuer.ts'
import type { Service } from '#operations/service/service.ts'

/** How old a proof may be, and how far ahead of this clock, in milliseconds (RFC 9449 §11.1). */
const WINDOW_MS = 300_000
const AHEAD_MS = 5_000
/** Proofs whose `jti` is remembered until they are too old; beyond that the oldest are forgotten. */
const MOST_REMEMBERED = 100_000
/** What keys of clients may sign proofs by. */
export const DPOP_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'] as const

/** Checks that who sends an access token holds the key that it is bound to (RFC 9449 §4.3, §7). Each proof counts once. */
export class DpopProofs {
  readonly #service: Pick<Service, 'url' | 'clock' | 'startedAt'>
  /** Made for the first proof: room for all of them takes as long as a tenth of a start. */
  #seen: LRUCache<string, true> | undefined

  constructor(service: Pick<Service, 'url' | 'clock' | 'startedAt'>) {
    this.#service = service
  }

  /** Whether a request proves the key. @param thumbprint of the key that the token is bound to */
  async isProven(ctx: Context, token: string, thumbprint: string): Promise<boolean> {
    const nowMs = this.#service.clock()
    try {
      const { payload, protectedHeader } = await jwtVerify(ctx.get('DPoP'), EmbeddedJWK, {
        ...{ algorithms: [...DPOP_ALGORITHMS], typ: 'dpop+jwt', currentDate: new Date(nowMs) },
      })
      const { iat = 0, jti, htm, htu, ath } = payload as Record<string, unknown> & { iat?: number }
      if ((await calculateJwkThumbprint(protectedHeader.jwk as never)) !== thumbprint) return false
      if (htm !== ctx.method || typeof htu !== 'string' || !this.#isHere(ctx, htu)) return false
      if (ath !== createHash('sha256').update(token).digest('base64url')) return false
      // What was sent before this run began could have been seen by the run before, which is forgotten.
      const earliest = Math.max(nowMs - WINDOW_MS, Date.parse(this.#service.startedAt) - AHEAD_MS)
      if (iat * 1_000 < earliest || iat * 1_000 > nowMs + AHEAD_MS) return false
      return (
        typeof jti === 'string' &&
        this.#isFirst(`${thumbprint} ${createHash('sha256').update(jti).digest('base64url')}`)
      )
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return false
      throw error
    }
  }

  #isFirst(key: string): boolean {
    this.#seen ??= new LRUCache({ max: MOST_REMEMBERED })
    if (this.#seen.has(key)) return false
    this.#seen.set(key, true)
    return true
  }

  #isHere({ path }: Context, htu: string): boolean {
    const asked = URL.canParse(htu) ? new URL(htu) : null
    const url = this.#service.url()
    return [url, organizationIssuer(url)].some((base) => `${asked?.origin}${asked?.pathname}` === base + path)
  }
}
