import { canonicalZone, type clockOf, type Clock } from './times.ts'

/** The fields of date patterns, each with what it writes and reads: what the two kinds of patterns have in common. */

/** What a clock shows, and the moment and the zone of it. */
export type LocalClock = ReturnType<typeof clockOf> & { zone: string; epochMs: number }

/** What was read so far. */
export interface Draft extends Clock {
  zone: string
  afternoon: boolean | null
  /** The year of the evaluation, near which a year of two digits is. */
  thisYear: number
}

/** A field of a pattern, such as `MM`. @property count of its letters */
export interface Field {
  write: (clock: LocalClock, count: number) => string
  /** What it reads, as a source for a sticky regular expression. */
  pattern: (count: number) => string
  /** Null for a field that is only written. */
  read: ((text: string, draft: Draft) => void) | null
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const SHORT = 3

export const digits = (value: number, count: number) => String(value).padStart(count, '0')
const number = (count: number, most: number) => (count === 1 ? `\\d{1,${most}}` : `\\d{${count}}`)

export function numeric(key: 'day' | 'hour' | 'minute' | 'second'): Field {
  return {
    write: (clock, count) => digits(clock[key], count),
    pattern: (count) => number(count, 2),
    read: (text, draft) => void (draft[key] = Number(text)),
  }
}

export const YEAR: Field = {
  write: ({ year }, count) => (count === 2 ? digits(year % 100, 2) : digits(year, count)),
  pattern: (count) => (count === 2 ? '\\d{2}' : '\\d{4}'),
  read: (text, draft) => void (draft.year = text.length === 2 ? 2000 + Number(text) : Number(text)),
}

export const MONTH: Field = {
  write: ({ month }, count) => (count < SHORT ? digits(month, count) : named(MONTHS, month - 1, count)),
  pattern: (count) => (count < SHORT ? number(count, 2) : '[A-Za-z]{3,9}'),
  read: (text, draft) => {
    const short = text.slice(0, SHORT).toLowerCase()
    draft.month = /\d/.test(text) ? Number(text) : MONTHS.findIndex((name) => name.toLowerCase().startsWith(short)) + 1
  },
}

export const HALF_DAY_HOUR: Field = {
  ...numeric('hour'),
  write: ({ hour }, count) => digits(hour % 12 === 0 ? 12 : hour % 12, count),
}

export const FRACTION: Field = {
  write: ({ ms }, count) => digits(ms, SHORT).padEnd(count, '0').slice(0, count),
  pattern: (count) => `\\d{${count}}`,
  read: (text, draft) => void (draft.ms = Number(text.padEnd(SHORT, '0').slice(0, SHORT))),
}

export const HALF_OF_DAY: Field = {
  write: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  pattern: () => '[AaPp][Mm]',
  read: (text, draft) => void (draft.afternoon = text.toLowerCase() === 'pm'),
}

export const WEEKDAY: Field = {
  write: ({ weekday }, count) => named(DAYS, weekday, count),
  pattern: () => '[A-Za-z]{3,9}',
  read: () => undefined,
}

export function offset(zero: string | null, separators: readonly string[]): Field {
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

export const ZONE: Field = {
  write: ({ zone }) => zone,
  pattern: () => '[A-Za-z_/+-]{1,40}',
  read: (text, draft) => void (draft.zone = canonicalZone(text)),
}

function named(names: readonly string[], index: number, count: number): string {
  const name = names[index] ?? ''
  return count > SHORT ? name : name.slice(0, SHORT)
}
