import type { Context } from 'koa'

/** Says what is left of a limit (spec/4 §3.4): clients compute how long to wait from the reset and `Date`, by the same clock. */
export function tellRateLimit(ctx: Context, limit: number, { used, resetsInMs }: { used: number; resetsInMs: number }) {
  ctx.set({
    'X-Rate-Limit-Limit': String(limit),
    'X-Rate-Limit-Remaining': String(Math.max(0, limit - used)),
    'X-Rate-Limit-Reset': String(Math.ceil((Date.now() + resetsInMs) / 1_000)),
  })
}
