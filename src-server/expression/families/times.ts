import { LRUCache } from 'lru-cache'
import { BOUNDS } from '../bounds.ts'
import { ConversionError, Time } from '../values.ts'
import { shown } from './conversions.ts'

/** Moments: ISO 8601, the two timestamp formats, and zones. Days have 24 hours, whatever a zone's clocks do. */

const MINUTE_MS = 60_000
const WINDOWS_EPOCH_MS = -11_644_473_600_000n
const TICKS_PER_MS = 10_000n

const ISO_DATE = String.raw`(\d{4})-(\d{2})-(\d{2})`
const ISO_CLOCK = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?`
const ISO_8601 = new RegExp(String.raw`^${ISO_DATE}(?:[T ]${ISO_CLOCK})?(Z|[+-]\d{2}:?\d{2})?$`)
const OFFSET = /^([+-])(\d{2}):?(\d{2})$/
const WHOLE_NUMBER = /^[+-]?\d{1,19}$/

export interface Clock {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
  ms: number
}

/** The moment of an ISO 8601 text, in UTC unless the text names an offset; null when it is none. */
export function parseIso(text: string): Time | null {
  const match = ISO_8601.exec(text.trim())
  if (!match) return null
  const [, year, month, day, hour, minute, second, fraction, zone] = match
  const clock = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    ms: Number((fraction ?? '').padEnd(3, '0').slice(0, 3)),
  }
  return momentOf(clock, zone === undefined || zone === 'Z' ? 'UTC' : withColon(zone))
}

/** The moment that a clock in a zone shows; null for a date or time of day that does not exist. */
export function momentOf(clock: Clock, zone: string): Time | null {
  const { year, month, day, hour, minute, second, ms } = clock
  const asUtc = new Date(0)
  asUtc.setUTCFullYear(year, month - 1, day)
  asUtc.setUTCHours(hour, minute, second, ms)
  const exists = asUtc.getUTCDate() === day && asUtc.getUTCMonth() === month - 1 && asUtc.getUTCHours() === hour
  if (!exists || asUtc.getUTCMinutes() !== minute || asUtc.getUTCSeconds() !== second) return null
  const guess = asUtc.getTime() - offsetMs(zone, asUtc.getTime())
  return new Time(asUtc.getTime() - offsetMs(zone, guess), zone)
}

/** What a clock in the moment's own zone shows. */
export function clockOf({ epochMs, zone }: Time): Clock & { weekday: number; offsetMinutes: number } {
  const offset = offsetMs(zone, epochMs)
  const local = new Date(epochMs + offset)
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    ms: local.getUTCMilliseconds(),
    weekday: local.getUTCDay(),
    offsetMinutes: Math.round(offset / MINUTE_MS),
  }
}

/**
 * A moment by milliseconds.
 * @throws ConversionError beyond what a date can hold
 */
export function momentAt(epochMs: number, zone = 'UTC'): Time {
  if (Math.abs(epochMs) <= BOUNDS.epochMs) return new Time(Math.trunc(epochMs), zone)
  throw new ConversionError('the time is out of range')
}

/**
 * Milliseconds since 1970, as text.
 * @throws ConversionError
 */
export function parseUnix(text: string): Time {
  if (WHOLE_NUMBER.test(text.trim())) return momentAt(Number(text))
  throw new ConversionError(`${shown(text)} is not a Unix time in milliseconds`)
}

/**
 * Ticks of 100 ns since 1601, as text; fractions of a millisecond are dropped.
 * @throws ConversionError
 */
export function parseWindows(text: string): Time {
  const trimmed = text.trim()
  if (!WHOLE_NUMBER.test(trimmed)) throw new ConversionError(`${shown(text)} is not a Windows time`)
  return momentAt(Number(BigInt(trimmed.replace('+', '')) / TICKS_PER_MS + WINDOWS_EPOCH_MS))
}

/** Ticks of 100 ns since 1601. */
export function windowsTicks({ epochMs }: Time): string {
  return String((BigInt(epochMs) - WINDOWS_EPOCH_MS) * TICKS_PER_MS)
}

/** Whether a zone is an offset or a name that this machine's zone tables hold. */
export function isZone(zone: string): boolean {
  return zone === 'Z' || OFFSET.test(zone) || clockFormat(zone) !== null
}

/** The zone as moments keep it; see `isZone`. */
export function canonicalZone(zone: string): string {
  if (zone === 'Z') return 'UTC'
  return OFFSET.test(zone) ? withColon(zone) : zone
}

function withColon(offset: string): string {
  return offset.includes(':') ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`
}

function offsetMs(zone: string, epochMs: number): number {
  if (zone === 'UTC') return 0
  const [, sign, hours, minutes] = OFFSET.exec(zone) ?? []
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
  const format = clockFormat(zone)
  if (!format) return 0
  const part: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(epochMs)) part[type] = Number(value)
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  const shown = midnight(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1_000
  return shown - Math.floor(epochMs / 1_000) * 1_000
}

/** The moment at which a day begins in UTC. WHY not `Date.UTC`: it takes the years 0 to 99 for those of the last century. */
export function midnight(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day)
}

/** Making one is slow and a handful of zones is all that anyone uses. */
const formats = new LRUCache<string, { format: Intl.DateTimeFormat | null }>({
  max: 64,
  memoMethod: (zone) => ({ format: makeFormat(zone) }),
})
const clockFormat = (zone: string) => formats.memo(zone).format

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  const two = '2-digit'
  const clock = { hour: two, minute: two, second: two, hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: two, day: two, ...clock })
  } catch {
    return null
  }
}
