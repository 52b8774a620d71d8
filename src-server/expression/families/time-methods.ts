import { fn, method, type Operation } from '../operations.ts'
import { ConversionError } from '../values.ts'
import { shown } from './conversions.ts'
import { patternError, formatIso, formatTime, parseTime } from './time-patterns.ts'
import { canonicalZone, isZone, momentAt, parseIso, parseUnix, parseWindows, windowsTicks } from './times.ts'

const SECOND_MS = 1_000
const UNITS = {
  Days: 86_400 * SECOND_MS,
  Hours: 3_600 * SECOND_MS,
  Minutes: 60 * SECOND_MS,
  Seconds: SECOND_MS,
} as const

const PATTERN = { name: 'pattern', type: 'text', optional: true, validate: patternError } as const
const timeZoneError = (zone: string) => (isZone(zone) ? null : `${shown(zone)} is not a time zone`)

/** `DateTime` (spec/4 §1.8 "Time"); the clock is the context's. */
export const TIME_FUNCTIONS = [
  fn({
    family: 'DateTime',
    name: 'now',
    dialects: ['condition'],
    takes: [],
    gives: 'time',
    help: 'The moment of the evaluation, in UTC.',
    run: (_, { now }) => momentAt(now),
  }),
]

/** Reading, writing and shifting times (spec/4 §1.8 "Time"). */
export const TIME_METHODS = [
  method({
    on: 'text',
    name: 'parseWindowsTime',
    takes: [],
    gives: 'time',
    help: 'The moment of a Windows timestamp: 100-nanosecond steps since 1601.',
    run: ([self]) => parseWindows(self),
  }),
  method({
    on: 'text',
    name: 'parseUnixTime',
    takes: [],
    gives: 'time',
    help: 'The moment of a Unix timestamp in milliseconds.',
    run: ([self]) => parseUnix(self),
  }),
  method({
    on: 'text',
    name: 'parseStringTime',
    takes: [PATTERN],
    gives: 'time',
    help: 'The moment of an ISO 8601 text, or of a text in the pattern given.',
    run: ([self, pattern]) => {
      if (pattern !== undefined) return parseTime(self, pattern)
      const time = parseIso(self)
      if (time) return time
      throw new ConversionError(`${shown(self)} is not a time in ISO 8601`)
    },
  }),
  method({
    on: 'time',
    name: 'toWindows',
    takes: [],
    gives: 'text',
    help: 'The Windows timestamp, as text: 100-nanosecond steps since 1601.',
    run: ([self]) => windowsTicks(self),
  }),
  method({
    on: 'time',
    name: 'toUnix',
    takes: [],
    gives: 'text',
    help: 'The Unix timestamp in milliseconds, as text.',
    run: ([self]) => String(self.epochMs),
  }),
  method({
    on: 'time',
    name: 'toString',
    takes: [PATTERN],
    gives: 'text',
    help: 'The moment in ISO 8601, or in a pattern such as "yyyy-MM-dd".',
    run: ([self, pattern]) => (pattern === undefined ? formatIso(self) : formatTime(self, pattern)),
  }),
  method({
    on: 'time',
    name: 'toZone',
    takes: [{ name: 'zone', type: 'text', validate: timeZoneError }],
    gives: 'time',
    help: 'The same moment, to be written out in a zone such as "Asia/Tokyo".',
    run: ([self, zone]) => {
      if (isZone(zone)) return momentAt(self.epochMs, canonicalZone(zone))
      throw new ConversionError(`${shown(zone)} is not a time zone`)
    },
  }),
  ...Object.entries(UNITS).flatMap(([unit, unitMs]) => shifts(unit, unitMs)),
]

function shifts(unit: string, unitMs: number): Operation[] {
  const amount = { name: unit.toLowerCase(), type: 'number' } as const
  return [
    method({
      on: 'time',
      name: `plus${unit}`,
      takes: [amount],
      gives: 'time',
      help: `The moment so many ${amount.name} later.`,
      run: ([{ epochMs, zone }, count]) => momentAt(epochMs + count * unitMs, zone),
    }),
    method({
      on: 'time',
      name: `minus${unit}`,
      takes: [amount],
      gives: 'time',
      help: `The moment so many ${amount.name} earlier.`,
      run: ([{ epochMs, zone }, count]) => momentAt(epochMs - count * unitMs, zone),
    }),
    method({
      on: 'time',
      name: `within${unit}`,
      takes: [amount],
      gives: 'boolean',
      help: `Whether the moment is at most so many ${amount.name} from now, before or after.`,
      run: ([self, count], { now }) => Math.abs(self.epochMs - now) <= count * unitMs,
    }),
  ]
}
