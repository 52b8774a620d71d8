import type { RateLimitsView } from '#contract/gatehouse/rate-limits.ts'
import {
  CONCURRENT_REQUESTS,
  RATE_LIMITS,
  TOKEN_SHARE,
  WARNING_SHARE,
  type RateLimitBucket,
} from '#contract/interface/rate-limits.ts'
import { makeLimiter, type Limiter, type Minute } from './limiter.ts'

const BUCKETS = Object.keys(RATE_LIMITS) as RateLimitBucket[]
/** The key of the one counter of a bucket that is not of a token. */
const ORGANIZATION = 'organization'

/** How a request stands with one limit that it counts against. */
export interface Counted extends Minute {
  bucket: RateLimitBucket
  /** Of one API token, or of the organization. */
  share: 'token' | 'organization'
  limit: number
}

/** Whether a request is the one by which a limit was come near to, or gone over: each is told once a minute. */
export function crossed({ limit, used }: Pick<Counted, 'limit' | 'used'>): 'warning' | 'violation' | null {
  if (used === limit + 1) return 'violation'
  return used === Math.ceil(limit * WARNING_SHARE) ? 'warning' : null
}

export const isOver = ({ limit, used }: Pick<Counted, 'limit' | 'used'>) => used > limit

/** What an API token may take of a bucket in a minute. */
const tokenLimit = (bucket: RateLimitBucket) => RATE_LIMITS[bucket].perMinute * TOKEN_SHARE

type Limiters = Readonly<Record<RateLimitBucket, { token: Limiter; organization: Limiter }>>

/**
 * Counts the requests of each minute against the limits of the interface (spec/4 §3.4), in memory. Each request counts against the
 * share of its token, its bucket, and all calls; what the first refuses does not count against the others.
 */
export class RateLimits {
  /** Whether they are on; set from the workspace. */
  isOn = false
  /** Requests that are being answered. */
  running = 0
  #limiters = makeLimiters()

  /** @returns how it stands with each limit, as far as it was counted: the last one may be over */
  async count(bucket: RateLimitBucket, tokenId: string): Promise<Counted[]> {
    const limiters = this.#limiters
    const counted: Counted[] = []
    const steps = [
      { bucket, share: 'token', key: tokenId, limit: tokenLimit(bucket) },
      { bucket, share: 'organization', key: ORGANIZATION, limit: RATE_LIMITS[bucket].perMinute },
      { bucket: 'all', share: 'organization', key: ORGANIZATION, limit: RATE_LIMITS.all.perMinute },
    ] as const
    for (const { key, ...step } of steps) {
      const one = { ...step, ...(await limiters[step.bucket][step.share].take(key)) }
      counted.push(one)
      if (isOver(one)) break
    }
    return counted
  }

  /** How much of each limit is used now. */
  async view(): Promise<RateLimitsView> {
    const limiters = this.#limiters
    const buckets = BUCKETS.map(async (id) => {
      const found = await limiters[id].organization.peek(ORGANIZATION)
      const { label: name, perMinute: limit } = RATE_LIMITS[id]
      const resets = found ? new Date(Date.now() + found.resetsInMs).toISOString() : null
      return { id, name, limit, used: found?.used ?? 0, resets, tokenLimit: id === 'all' ? null : tokenLimit(id) }
    })
    const concurrency = { limit: CONCURRENT_REQUESTS, used: this.running }
    return { enabled: this.isOn, buckets: await Promise.all(buckets), concurrency }
  }

  /** Counts from nothing, as when they are switched on. */
  reset(): void {
    this.#limiters = makeLimiters()
  }
}

function makeLimiters(): Limiters {
  const entries = BUCKETS.map((id) => {
    const [token, organization] = [makeLimiter(tokenLimit(id)), makeLimiter(RATE_LIMITS[id].perMinute)]
    return [id, { token, organization }] as const
  })
  return Object.fromEntries(entries) as Limiters
}
