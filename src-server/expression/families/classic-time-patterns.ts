import { LRUCache } from 'lru-cache'
import { datePatterns } from './date-patterns.ts'
import {
  digits,
  FRACTION,
  HALF_OF_DAY,
  MONTH,
  numeric,
  offset,
  WEEKDAY,
  YEAR,
  type Field,
  type LocalClock,
} from './pattern-fields.ts'
import { canonicalZone, midnight } from './times.ts'

/**
 * Date patterns of the Classic language, whose letters are those of Joda-Time (https://www.joda.org/joda-time/key_format.html). Where the
 * letters of conditions differ: `Z`, `x`, `e`, `K`, `k`, `C`, `D`, `w`; numbers may be read with fewer digits than letters.
 */

const DAY_MS = 86_400_000
const TWO_DIGITS = 100
/** A year of two digits is at most so many years ago, or less than 20 ahead. */
const YEARS_BACK = 80

const dayOf = ({ year, month, day }: LocalClock) => midnight(year, month, day) / DAY_MS
const dayOfYear = (clock: LocalClock) => dayOf(clock) - dayOf({ ...clock, month: 1, day: 1 }) + 1
/** 1 is Monday, 7 is Sunday (ISO 8601). */
const dayOfWeek = ({ weekday }: LocalClock) => ((weekday + 6) % 7) + 1

/** The week of ISO 8601: it belongs to the year in which its Thursday is. */
function weekOf(clock: LocalClock): { year: number; week: number } {
  const thursday = new Date((dayOf(clock) + 4 - dayOfWeek(clock)) * DAY_MS)
  const year = thursday.getUTCFullYear()
  return { year, week: 1 + Math.floor((thursday.getTime() - midnight(year, 1, 1)) / DAY_MS / 7) }
}

const onlyWritten = (write: Field['write']): Field => ({ write, pattern: () => '', read: null })
const counted = (valueOf: (clock: LocalClock) => number) => onlyWritten((clock, count) => digits(valueOf(clock), count))

/** Of a number one digit is enough, however many letters there are. */
const lenient = (field: Field): Field => ({
  ...field,
  pattern: (count) => field.pattern(count).replace('\\d{2}', '\\d{1,2}'),
})

/** An hour of a day or of half a day; what its clock shows in place of 0 counts as 0. */
const hour = (size: number, zero: number): Field => ({
  write: (clock, count) => digits(clock.hour % size || zero, count),
  pattern: () => '\\d{1,2}',
  read: (text, draft) => void (draft.hour = zero > 0 && Number(text) === zero ? 0 : Number(text)),
})

const CLASSIC_YEAR: Field = {
  ...YEAR,
  read: (text, draft) => {
    const [year, first] = [Number(text), draft.thisYear - YEARS_BACK]
    draft.year = text.length === 2 ? first + ((((year - first) % TWO_DIGITS) + TWO_DIGITS) % TWO_DIGITS) : year
  },
}

const ERA: Field = { write: ({ year }) => (year > 0 ? 'AD' : 'BC'), pattern: () => 'AD', read: () => undefined }

const NAME_OF_ZONE = 3
const OFFSET = offset(null, ['', ':'])

/** `-0400`, `-04:00` or `America/New_York`. */
const OFFSET_OR_NAME: Field = {
  write: (clock, count) => (count < NAME_OF_ZONE ? OFFSET.write(clock, count) : clock.zone),
  pattern: (count) => (count < NAME_OF_ZONE ? OFFSET.pattern(count) : '[A-Za-z][A-Za-z0-9_/+-]{0,39}'),
  read: (text, draft) => void (draft.zone = canonicalZone(text)),
}

type ZoneName = 'short' | 'long'

/** Making one is slow, as in `times.ts`. */
const zoneNames = new LRUCache<string, Intl.DateTimeFormat>({ max: 64 })

/** `EDT`, or from four letters on `Eastern Daylight Time`. */
function nameOfZone({ zone, epochMs }: LocalClock, count: number): string {
  const timeZoneName: ZoneName = count > NAME_OF_ZONE ? 'long' : 'short'
  const key = `${timeZoneName} ${zone}`
  const format = zoneNames.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName })
  zoneNames.set(key, format)
  return format.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['G', ERA],
  ['C', counted(({ year }) => Math.floor(year / TWO_DIGITS))],
  ['Y', CLASSIC_YEAR],
  ['y', CLASSIC_YEAR],
  ['x', onlyWritten((clock, count) => YEAR.write({ ...clock, year: weekOf(clock).year }, count))],
  ['w', counted((clock) => weekOf(clock).week)],
  ['e', counted(dayOfWeek)],
  ['E', WEEKDAY],
  ['D', counted(dayOfYear)],
  ['M', lenient(MONTH)],
  ['d', lenient(numeric('day'))],
  ['a', HALF_OF_DAY],
  ['K', hour(12, 0)],
  ['h', hour(12, 12)],
  ['H', hour(24, 0)],
  ['k', hour(24, 24)],
  ['m', lenient(numeric('minute'))],
  ['s', lenient(numeric('second'))],
  ['S', FRACTION],
  ['z', onlyWritten(nameOfZone)],
  ['Z', OFFSET_OR_NAME],
])

/** The patterns of the Classic language. */
export const CLASSIC_PATTERNS = datePatterns(FIELDS)
