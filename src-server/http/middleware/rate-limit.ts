import { createHmac, randomBytes } from 'node:crypto'
import type { Middleware } from 'koa'
import type { RateLimiterMemory } from 'rate-limiter-flexible'
import { ApiError } from '#contract/interface/api-error.ts'
import type { RequestState } from '../context.ts'

/** Addresses are counted in so many places, so that a flood from many addresses does not fill the memory. */
const PLACES = 16_384

/**
 * Limits how often one address may call a route that declares `perMinute`, and says in headers what is left (spec/4 §3.4).
 * Two addresses may share a place; who they are depends on a key of this run, so that no one can take the share of another on
 * purpose. @throws ApiError E0000047
 */
export function rateLimit(): Middleware {
  const key = randomBytes(32)
  const limiters = new Map<string, RateLimiterMemory>()
  const placeOf = (address: string) => createHmac('sha256', key).update(address).digest().readUInt32BE() % PLACES

  return async (ctx, next) => {
    const { id, route } = (ctx.state as RequestState).operation
    const { perMinute } = route
    if (perMinute === undefined) return next()
    // WHY loaded late: it brings limiters for a dozen databases, which every start would read.
    const { RateLimiterMemory, RateLimiterRes } = await import('rate-limiter-flexible')
    const limiter = limiters.get(id) ?? new RateLimiterMemory({ points: perMinute, duration: 60 })
    limiters.set(id, limiter)
    const outcome = await limiter.consume(placeOf(ctx.ip)).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal
      throw refusal
    })
    ctx.set({
      'X-Rate-Limit-Limit': String(perMinute),
      'X-Rate-Limit-Remaining': String(outcome.remainingPoints),
      // By the clock of the Date header, from which clients compute how long to wait.
      'X-Rate-Limit-Reset': String(Math.ceil((Date.now() + outcome.msBeforeNext) / 1_000)),
    })
    if (outcome.consumedPoints > perMinute) throw new ApiError('E0000047')
    return next()
  }
}
