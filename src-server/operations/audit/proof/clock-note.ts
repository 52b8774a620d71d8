import { LIMITS } from '#contract/interface/limits.ts'
import type { ClockNote } from '../../service/settings.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long a clock that leapt has to go on as a steady one does before it is believed. */
export const AGREED_MS = DAY_MS

/** What one reading says. Times in milliseconds. */
interface Reading {
  now: number
  /** Since the last reading, by a clock that is never set; null where that was in another run. */
  passed: number | null
  /** How far ahead a clock may be without being asked about. */
  tolerance: number
}

/**
 * How far the clock may run ahead of its last reading: a tenth of the time for which events are kept, and at least a day. So much too early
 * may events go at the worst, where a clock is wrong.
 */
export function toleranceOf(days: number | null): number {
  return Math.max(DAY_MS, ((days ?? LIMITS.logRetentionDays.fallback) * DAY_MS) / 10)
}

/**
 * How far the clock may be put back: a clock that ran in local time is, by up to 14 hours. By more, events would be removed too early
 * once it is right again, and stand in the wrong place in time for as long as it is not.
 */
const BACK_MS = DAY_MS

/** What a reading makes of what was known: a clock that leaps is believed once it agreed for long enough, or is back. */
export function judgeClock({ read, leap }: ClockNote, { now, passed, tolerance }: Reading): ClockNote {
  const note = { read: new Date(now).toISOString(), leap: null }
  const isOff = (from: string, gone: number) => {
    const ahead = now - (Date.parse(from) + gone)
    return ahead > tolerance || ahead < -BACK_MS
  }
  const leapt = (from: string) => ({ ...note, leap: { from, to: note.read, agreedMs: 0 } })
  const agrees = !isOff(read, passed ?? 0)
  if (!leap) return agrees ? note : leapt(read)
  const agreedMs = leap.agreedMs + (passed ?? 0)
  if (!isOff(leap.from, agreedMs)) return note
  if (!agrees) return leapt(leap.from)
  return agreedMs >= AGREED_MS ? note : { ...note, leap: { ...leap, agreedMs } }
}
