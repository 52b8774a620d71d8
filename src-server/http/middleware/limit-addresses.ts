import { createHmac, randomBytes } from 'node:crypto'
import type { Middleware } from 'koa'
import { ApiError } from '#contract/interface/api-error.ts'
import { makeLimiter, type Limiter } from '#operations/memory/limiter.ts'
import type { RequestState } from '../context.ts'
import { tellRateLimit } from '../rate-limit-headers.ts'

/** Addresses are counted in so many places, so that a flood from many addresses does not fill the memory. */
const PLACES = 16_384

/**
 * Limits how often one address may call a route that declares `perMinute`, and says in headers what is left (spec/4 §3.4).
 * Two addresses may share a place; who they are depends on a key of this run, so that no one can take the share of another on
 * purpose. @throws ApiError E0000047
 */
export function limitAddresses(): Middleware {
  const key = randomBytes(32)
  const limiters = new Map<string, Limiter>()
  const placeOf = (address: string) => createHmac('sha256', key).update(address).digest().readUInt32BE() % PLACES

  return async (ctx, next) => {
    const { id, route } = (ctx.state as RequestState).operation
    const { perMinute } = route
    if (perMinute === undefined) return next()
    const limiter = limiters.get(id) ?? makeLimiter(perMinute)
    limiters.set(id, limiter)
    const minute = await limiter.take(String(placeOf(ctx.ip)))
    tellRateLimit(ctx, perMinute, minute)
    if (minute.used > perMinute) throw new ApiError('E0000047')
    return next()
  }
}
