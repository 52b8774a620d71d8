import { timeLimit, type TimeLimit } from '#analysis/time-limit.ts'

/** A limit after which each question has been looked at so many times; ended where the next look would be, so it does not depend on the machine. */
export function ticking(looks: number): TimeLimit {
  let now = 0
  return timeLimit(looks, { clock: () => now++, endAfter: (_ms, work) => ({ value: work() }) })
}
