import { LIMITS } from '#contract/interface/limits.ts'

/** How long to wait after a failure that says no time, in milliseconds. @param attempt that failed, from 1 @param random from 0 to 1 */
export function backoffMs(attempt: number, random: number): number {
  const { first, longest } = LIMITS.remoteBackoffMs
  const whole = Math.min(longest, first * 2 ** (attempt - 1))
  // Half of it by chance: those who failed together must not come again together.
  return Math.round(whole * (0.5 + random / 2))
}
