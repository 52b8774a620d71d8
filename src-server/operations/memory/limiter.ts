import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

const MINUTE_S = 60

/** How far something is in the minute that runs. */
export interface Minute {
  /** More than the limit where requests were refused. */
  used: number
  resetsInMs: number
}

/** Counts up to a limit in each minute, by keys, in memory. */
export interface Limiter {
  /** One request more; one that is over is counted too. */
  take(key: string): Promise<Minute>
  /** One request less, which is found out not to count; nothing where its minute is over, so that the next allows no more than any. */
  giveBack(key: string): Promise<void>
  /** Null while nothing was counted. */
  peek(key: string): Promise<Minute | null>
}

const minuteOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Minute => ({
  used: consumedPoints,
  resetsInMs: msBeforeNext,
})

/** @param perMinute what may be taken by one key */
export function makeLimiter(perMinute: number): Limiter {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: MINUTE_S })
  return {
    take: async (key) =>
      minuteOf(
        await limiter.consume(key).catch((refusal: unknown) => {
          if (refusal instanceof RateLimiterRes) return refusal
          throw refusal
        }),
      ),
    async giveBack(key) {
      if (((await limiter.get(key))?.consumedPoints ?? 0) > 0) await limiter.reward(key)
    },
    async peek(key) {
      const found = await limiter.get(key)
      return found && minuteOf(found)
    },
  }
}
