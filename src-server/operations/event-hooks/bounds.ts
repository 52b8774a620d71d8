import { LIMITS } from '#contract/interface/limits.ts'

/** What hooks may take at the most; only tests make it other. */
export interface HookBounds {
  /** Of the whole organization, in one day of UTC (spec/4 §3.2). */
  eventsPerDay: number
  /** Of one hook. */
  eventsWaiting: number
  pauseMs: { first: number; longest: number }
  /** Of one try, from the look-up of the name to the end of the answer. */
  exchangeMs: number
}

const BOUNDS: HookBounds = {
  eventsPerDay: LIMITS.hookEventsPerDay,
  eventsWaiting: LIMITS.hookEventsWaiting,
  pauseMs: LIMITS.hookPauseMs,
  exchangeMs: LIMITS.hookExchangeMs,
}

/** Those that the service was started with. */
export function hookBounds({ outbound }: { outbound: { bounds?: Partial<HookBounds> | undefined } }): HookBounds {
  return { ...BOUNDS, ...outbound.bounds }
}

/** How long a hook waits after deliveries that failed one after the other. @returns milliseconds */
export function backoffMs(failures: number, { first, longest }: HookBounds['pauseMs']): number {
  return Math.min(longest, first * 2 ** (failures - 1))
}
