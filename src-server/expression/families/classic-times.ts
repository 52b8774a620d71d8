import { fn } from '../operations.ts'
import type { Dialect } from '../types.ts'
import { ConversionError, type Time } from '../values.ts'
import { CLASSIC_PATTERNS } from './classic-time-patterns.ts'
import { shown } from './conversions.ts'
import { namedZone } from './old-zones.ts'
import { canonicalZone, isZone, momentAt, parseIso, parseUnix, parseWindows, windowsTicks } from './times.ts'

const dialects: readonly Dialect[] = ['classic']
const family = 'Time'
const TIME = { name: 'time', type: 'text' } as const
const FORMAT = { name: 'format', type: 'text', validate: CLASSIC_PATTERNS.error } as const

const isClassicZone = (zone: string) => isZone(namedZone(zone))
const zoneError = (zone: string) => (isClassicZone(zone) ? null : `${shown(zone)} is not a time zone`)
const ZONE = { name: 'zone', type: 'text', validate: zoneError } as const

const toIso = (time: Time) => CLASSIC_PATTERNS.write(time, "yyyy-MM-dd'T'HH:mm:ss.SSS") + offsetOf(time)

/** RFC 3339: `Z` where there is no difference. */
function offsetOf(time: Time): string {
  const offset = CLASSIC_PATTERNS.write(time, 'ZZ')
  return offset === '+00:00' ? 'Z' : offset
}

/** @throws ConversionError */
function inUtc(text: string): Time {
  const time = parseIso(text)
  if (time) return momentAt(time.epochMs)
  throw new ConversionError(`${shown(text)} is not a time in ISO 8601`)
}

/** `Time.…` of the Classic language: times are texts, in UTC wherever no zone is given; the clock is the context's. */
export const CLASSIC_TIMES = [
  fn({
    family,
    dialects,
    name: 'now',
    takes: [
      { ...ZONE, optional: true },
      { ...FORMAT, optional: true },
    ],
    gives: 'text',
    help: 'The moment of the evaluation in ISO 8601 or in a format, in UTC or in a zone such as "America/Los_Angeles" or "EST".',
    run: ([zone = 'UTC', format], { now }) => {
      if (!isClassicZone(zone)) throw new ConversionError(`${shown(zone)} is not a time zone`)
      const time = momentAt(now, canonicalZone(namedZone(zone)))
      return format === undefined ? toIso(time) : CLASSIC_PATTERNS.write(time, format)
    },
  }),
  fn({
    family,
    dialects,
    name: 'fromWindowsToIso8601',
    takes: [TIME],
    gives: 'text',
    help: 'A Windows timestamp, 100-nanosecond steps since 1601, in ISO 8601.',
    run: ([time]) => toIso(parseWindows(time)),
  }),
  fn({
    family,
    dialects,
    name: 'fromUnixToIso8601',
    takes: [TIME],
    gives: 'text',
    help: 'A Unix timestamp, in milliseconds, in ISO 8601.',
    run: ([time]) => toIso(parseUnix(time)),
  }),
  fn({
    family,
    dialects,
    name: 'fromStringToIso8601',
    takes: [TIME, FORMAT],
    gives: 'text',
    help: 'A time in a format such as "MM/dd/yyyy", in ISO 8601.',
    run: ([time, format], { now }) => toIso(momentAt(CLASSIC_PATTERNS.read(time, format, now).epochMs)),
  }),
  fn({
    family,
    dialects,
    name: 'fromIso8601ToWindows',
    takes: [TIME],
    gives: 'text',
    help: 'A time in ISO 8601 as a Windows timestamp: 100-nanosecond steps since 1601.',
    run: ([time]) => windowsTicks(inUtc(time)),
  }),
  fn({
    family,
    dialects,
    name: 'fromIso8601ToUnix',
    takes: [TIME],
    gives: 'text',
    help: 'A time in ISO 8601 as a Unix timestamp in milliseconds.',
    run: ([time]) => String(inUtc(time).epochMs),
  }),
  fn({
    family,
    dialects,
    name: 'fromIso8601ToString',
    takes: [TIME, FORMAT],
    gives: 'text',
    help: 'A time in ISO 8601 in a format such as "MM/dd/yyyy", in UTC.',
    run: ([time, format]) => CLASSIC_PATTERNS.write(inUtc(time), format),
  }),
]
