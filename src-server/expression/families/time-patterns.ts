import { boundedText } from '../bounds.ts'
import { ConversionError, type Time } from '../values.ts'
import { shown } from './conversions.ts'
import { canonicalZone, clockOf, isZone, momentOf, type Clock } from './times.ts'

/** Date patterns such as `yyyy-MM-dd HH:mm`: letters mean fields, text in quotes is literal. */

type LocalClock = ReturnType<typeof clockOf> & { zone: string }
type Draft = Clock & { zone: string; afternoon: boolean | null }

interface Field {
  write: (clock: LocalClock, count: number) => string
  /** What it reads, as a source for a sticky regular expression. */
  pattern: (count: number) => string
  read: (text: string, draft: Draft) => void
}

type Part = { literal: string } | { field: Field; count: number }

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const SHORT = 3

const digits = (value: number, count: number) => String(value).padStart(count, '0')
const number = (count: number, most: number) => (count === 1 ? `\\d{1,${most}}` : `\\d{${count}}`)

function numeric(key: 'day' | 'hour' | 'minute' | 'second'): Field {
  return {
    write: (clock, count) => digits(clock[key], count),
    pattern: (count) => number(count, 2),
    read: (text, draft) => void (draft[key] = Number(text)),
  }
}

const YEAR: Field = {
  write: ({ year }, count) => (count === 2 ? digits(year % 100, 2) : digits(year, count)),
  pattern: (count) => (count === 2 ? '\\d{2}' : '\\d{4}'),
  read: (text, draft) => void (draft.year = text.length === 2 ? 2000 + Number(text) : Number(text)),
}

const MONTH: Field = {
  write: ({ month }, count) => (count < SHORT ? digits(month, count) : named(MONTHS, month - 1, count)),
  pattern: (count) => (count < SHORT ? number(count, 2) : '[A-Za-z]{3,9}'),
  read: (text, draft) => {
    const short = text.slice(0, SHORT).toLowerCase()
    draft.month = /\d/.test(text) ? Number(text) : MONTHS.findIndex((name) => name.toLowerCase().startsWith(short)) + 1
  },
}

const HALF_DAY_HOUR: Field = {
  ...numeric('hour'),
  write: ({ hour }, count) => digits(hour % 12 === 0 ? 12 : hour % 12, count),
}

const FRACTION: Field = {
  write: ({ ms }, count) => digits(ms, SHORT).padEnd(count, '0').slice(0, count),
  pattern: (count) => `\\d{${count}}`,
  read: (text, draft) => void (draft.ms = Number(text.padEnd(SHORT, '0').slice(0, SHORT))),
}

const HALF_OF_DAY: Field = {
  write: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  pattern: () => '[AaPp][Mm]',
  read: (text, draft) => void (draft.afternoon = text.toLowerCase() === 'pm'),
}

const WEEKDAY: Field = {
  write: ({ weekday }, count) => named(DAYS, weekday, count),
  pattern: () => '[A-Za-z]{3,9}',
  read: () => undefined,
}

function offset(zero: string | null, separators: readonly string[]): Field {
  return {
    write: ({ offsetMinutes }, count) => {
      if (offsetMinutes === 0 && zero !== null) return zero
      const size = Math.abs(offsetMinutes)
      const separator = separators[Math.min(count, separators.length) - 1] ?? ''
      return `${offsetMinutes < 0 ? '-' : '+'}${digits(Math.floor(size / 60), 2)}${separator}${digits(size % 60, 2)}`
    },
    pattern: () => 'Z|[+-]\\d{2}:?\\d{2}',
    read: (text, draft) => void (draft.zone = canonicalZone(text)),
  }
}

const ZONE: Field = {
  write: ({ zone }) => zone,
  pattern: () => '[A-Za-z_/+-]{1,40}',
  read: (text, draft) => void (draft.zone = canonicalZone(text)),
}

/** Field letters as in the widespread date patterns; `Y` counts as `y`, which is what people mean by it. */
const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['y', YEAR],
  ['Y', YEAR],
  ['u', YEAR],
  ['M', MONTH],
  ['d', numeric('day')],
  ['H', numeric('hour')],
  ['h', HALF_DAY_HOUR],
  ['m', numeric('minute')],
  ['s', numeric('second')],
  ['S', FRACTION],
  ['a', HALF_OF_DAY],
  ['E', WEEKDAY],
  ['Z', offset(null, ['', ':'])],
  ['X', offset('Z', ['', '', ':'])],
  ['x', offset(null, ['', '', ':'])],
  ['z', ZONE],
  ['V', ZONE],
])

/** The error of a pattern, as the end of a sentence; null when it is valid. */
export function patternError(pattern: string): string | null {
  try {
    partsOf(pattern)
    return null
  } catch (error) {
    if (error instanceof ConversionError) return error.message
    throw error
  }
}

/**
 * Writes a moment in its own zone.
 * @throws ConversionError when the pattern is not one
 */
export function formatTime(time: Time, pattern: string): string {
  const clock = { ...clockOf(time), zone: time.zone }
  const written = partsOf(pattern).map((part) =>
    'literal' in part ? part.literal : part.field.write(clock, part.count),
  )
  return boundedText(written.join(''))
}

/** Writes a moment in ISO 8601; seconds' fractions only where there are any. */
export function formatIso(time: Time): string {
  return formatTime(time, `yyyy-MM-dd'T'HH:mm:ss${time.epochMs % 1_000 === 0 ? '' : '.SSS'}XXX`)
}

/**
 * Reads a moment, in UTC unless the pattern holds a zone. What the pattern leaves out is the least there is.
 * @throws ConversionError when text or pattern are not what they should be
 */
export function parseTime(text: string, pattern: string): Time {
  const draft: Draft = {
    year: 1970,
    month: 1,
    day: 1,
    hour: 0,
    minute: 0,
    second: 0,
    ms: 0,
    zone: 'UTC',
    afternoon: null,
  }
  const parts = partsOf(pattern)
  let at = 0
  for (const part of parts) {
    const read =
      'literal' in part ? text.startsWith(part.literal, at) && part.literal : readField(part, text, at, draft)
    if (read === false) throw new ConversionError(`${shown(text)} does not follow the pattern ${shown(pattern)}`)
    at += read.length
  }
  if (draft.afternoon !== null) draft.hour = (draft.hour % 12) + (draft.afternoon ? 12 : 0)
  const time = at === text.length && isZone(draft.zone) ? momentOf(draft, draft.zone) : null
  if (time) return time
  throw new ConversionError(`${shown(text)} is not a time in the pattern ${shown(pattern)}`)
}

function readField({ field, count }: { field: Field; count: number }, text: string, at: number, draft: Draft) {
  const pattern = new RegExp(field.pattern(count), 'y')
  pattern.lastIndex = at
  const read = pattern.exec(text)?.[0]
  if (read === undefined) return false
  field.read(read, draft)
  return read
}

const MAX_PATTERN = 100
const MAX_COUNT = 9
const PIECE = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/y

function partsOf(pattern: string): Part[] {
  if (pattern.length > MAX_PATTERN) throw new ConversionError(`a date pattern has at most ${MAX_PATTERN} characters`)
  const parts: Part[] = []
  for (PIECE.lastIndex = 0; PIECE.lastIndex < pattern.length;) {
    const match = PIECE.exec(pattern)
    if (!match) throw new ConversionError(`the quote in the date pattern ${shown(pattern)} has no end`)
    parts.push(partOf(match[0], match[1], match[2]))
  }
  return parts
}

function partOf(piece: string, quotedText: string | undefined, letter: string | undefined): Part {
  if (quotedText !== undefined) return { literal: quotedText === '' ? "'" : quotedText.replaceAll("''", "'") }
  if (letter === undefined) return { literal: piece }
  const field = FIELDS.get(letter)
  if (!field || piece.length > MAX_COUNT) throw new ConversionError(`${shown(piece)} is not a field of a date pattern`)
  return { field, count: piece.length }
}

function named(names: readonly string[], index: number, count: number): string {
  const name = names[index] ?? ''
  return count > SHORT ? name : name.slice(0, SHORT)
}
