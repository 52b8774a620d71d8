import { LIMITS } from '#contract/interface/limits.ts'
import type { HookBounds } from '../service/service.ts'

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
