import type { Context, Middleware, Next } from 'koa'
import { ApiError } from '#contract/interface/api-error.ts'
import {
  BOUNCES_RETRY_AFTER_S,
  CONCURRENT_REQUESTS,
  RATE_LIMITS,
  rateLimitClassOf,
  type RateLimitClass,
} from '#contract/interface/rate-limits.ts'
import { noteCrossing } from '#operations/rate-limits/rate-limit-events.ts'
import { crossed, isOver, type Counted } from '#operations/memory/rate-limits.ts'
import type { Service } from '#operations/service/service.ts'
import type { TokenHolder } from '#operations/tokens/token-holder.ts'
import { clientOf } from '../client.ts'
import type { RequestState } from '../context.ts'
import { tellRateLimit } from '../rate-limit-headers.ts'

type Limited = Exclude<RateLimitClass, 'service'>

/**
 * Holds the calls of the interface to its rate limits, while they are on. Every reply says in headers what is left of the narrowest one
 * (spec/4 §3.4); while they are off, of one that only this request has used. The service's own operations are not limited.
 * @throws ApiError E0000047 for a request that is over, and for one too many at a time
 */
export function limitTokens(service: Pick<Service, 'rateLimits' | 'write' | 'onTrouble'>): Middleware {
  const { rateLimits } = service
  const limit = async (ctx: Context, next: Next, bucket: Limited, token: TokenHolder): Promise<unknown> => {
    rateLimits.running += 1
    try {
      if (bucket === 'bounces') ctx.set('Retry-After', String(BOUNCES_RETRY_AFTER_S))
      if (rateLimits.running > CONCURRENT_REQUESTS) refuseConcurrent(ctx)
      const counted = await rateLimits.count(bucket, token.appId ?? token.id)
      tell(ctx, counted)
      for (const one of counted) note(service, ctx, token, one)
      if (counted.some(isOver)) throw new ApiError('E0000047')
      if (bucket === 'bounces') ctx.remove('Retry-After')
      return await next()
    } finally {
      rateLimits.running -= 1
    }
  }
  return (ctx, next) => {
    const { operation, token } = ctx.state as RequestState
    const bucket = rateLimitClassOf(operation.route)
    if (bucket === 'service' || !token) return next()
    if (rateLimits.isOn) return limit(ctx, next, bucket, token)
    tellUnused(ctx, bucket)
    return next()
  }
}

/** While nothing is counted, clients that wait by these headers find each limit unused but for their own request. */
function tellUnused(ctx: Context, bucket: Limited): void {
  tellRateLimit(ctx, RATE_LIMITS[bucket].perMinute, { used: 1, resetsInMs: MINUTE_MS - (Date.now() % MINUTE_MS) })
}

const MINUTE_MS = 60_000
const left = ({ limit, used }: Counted) => limit - used

function tell(ctx: Context, counted: readonly Counted[]): void {
  const narrowest = counted.reduce((least, one) => (left(one) < left(least) || isOver(one) ? one : least))
  tellRateLimit(ctx, narrowest.limit, narrowest)
}

function refuseConcurrent(ctx: Context): never {
  tellRateLimit(ctx, 0, { used: 0, resetsInMs: 1_000 })
  throw new ApiError('E0000047')
}

function note(
  service: Pick<Service, 'write' | 'onTrouble'>,
  ctx: Context,
  { id: tokenId }: TokenHolder,
  counted: Counted,
) {
  const what = crossed(counted)
  if (what) noteCrossing(service, { what, counted, client: clientOf(ctx), tokenId })
}
