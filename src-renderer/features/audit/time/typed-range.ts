import { instantOf, wallOf } from '#ui/lib/time-zone.ts'
import { DAY_MS } from '#ui/lib/time.ts'

/** Units of a rolling range, in milliseconds, by the words for them. A day has 24 hours here. */
const UNITS = { minute: 60_000, hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS } as const
type Unit = keyof typeof UNITS
const UNIT_WORDS: readonly (readonly [RegExp, Unit])[] = [
  [/^(m|min|mins|minutes?)$/, 'minute'],
  [/^(h|hr|hrs|hours?)$/, 'hour'],
  [/^(d|days?)$/, 'day'],
  [/^(w|wk|wks|weeks?)$/, 'week'],
]
/** Nothing in a log is older, and dates stay far from their ends. */
const REACH_DAYS = 3_650

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
type Weekday = (typeof WEEKDAYS)[number]
/** A day of the calendar, by its date `2026-11-21` or as people say it; a weekday is the last one, which may be today. */
export type Day = 'today' | 'yesterday' | Weekday | `${number}-${string}`
/** A moment in the zone in which times are shown; without a time of day, `08:30`, the beginning of the day, or its end where a range ends. */
interface Moment {
  day: Day
  time: string | null
}

/** A range of time as one types it. All but `last` follow the calendar of the zone in which times are shown. */
export type TypedRange =
  | { kind: 'last'; amount: number; unit: Unit }
  | { kind: 'day'; day: Day }
  | { kind: 'since'; from: Moment }
  | { kind: 'between'; from: Moment; to: Moment }

/** What is understood, for errors and help. */
export const RANGE_EXAMPLES = [
  'last 90 minutes',
  '2h',
  'yesterday',
  'since Monday',
  '2026-11-01 08:00 to 2026-11-02',
] as const

/** A text that is no range. */
class UnreadableRange extends Error {}
function fail(message: string): never {
  throw new UnreadableRange(message)
}

function unitOf(word: string): Unit {
  const found = UNIT_WORDS.find(([words]) => words.test(word))
  return found?.[1] ?? fail(`“${word}” is not a unit of time. Use minutes, hours, days or weeks.`)
}

function lastOf(amount: number, unit: Unit): TypedRange {
  if (amount < 1) fail('A range must be at least 1 minute long.')
  if (amount * UNITS[unit] > REACH_DAYS * UNITS.day) fail(`A range reaches back at most ${REACH_DAYS} days.`)
  return { kind: 'last', amount, unit }
}

const pad = (part: number) => String(part).padStart(2, '0')
const dateText = (at: Date) => `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`

const DATE = /^\d{4}-\d{1,2}-\d{1,2}$/
const TIME = /^\d{1,2}:\d{2}$/

function dayOf(word: string): Day {
  if (word === 'today' || word === 'yesterday') return word
  const weekday = word.length >= 3 ? WEEKDAYS.find((name) => name.startsWith(word)) : undefined
  if (weekday) return weekday
  if (!DATE.test(word)) fail(`“${word}” is not a day. Use a date such as 2026-11-01, today, yesterday or a weekday.`)
  const [year = 0, month = 0, day = 0] = word.split('-').map(Number)
  const at = new Date(year, month - 1, day)
  const exists = year >= 1970 && at.getMonth() === month - 1 && at.getDate() === day
  return exists ? (dateText(at) as Day) : fail(`${word} is not a date.`)
}

function timeOf(word: string): string {
  const [hour = 99, minute = 99] = word.split(':').map(Number)
  return hour < 24 && minute < 60 ? `${pad(hour)}:${pad(minute)}` : fail(`${word} is not a time of day.`)
}

function momentOf(text: string): Moment {
  const [first = '', second, ...more] = text.split(/[ t](?=\d{1,2}:)| /).filter(Boolean)
  if (!first || more.length) fail(`“${text}” is not a moment. Use a day, with or without a time such as 08:30.`)
  if (TIME.test(first) && second === undefined) return { day: 'today', time: timeOf(first) }
  if (second !== undefined && !TIME.test(second)) fail(`“${second}” is not a time of day. Use one such as 08:30.`)
  return { day: dayOf(first), time: second === undefined ? null : timeOf(second) }
}

const isDayWord = (text: string) => {
  return text === 'today' || text === 'yesterday' || DATE.test(text)
}

/** The forms of a range, the first that fits; each gets the parts of its pattern. */
const FORMS: readonly (readonly [RegExp, (...parts: string[]) => TypedRange])[] = [
  [/^since (.+)$/, (from = '') => ({ kind: 'since', from: momentOf(from) })],
  [/^(?:from )?(.+?) (?:to|until|till|–|-|\.\.) now$/, (from = '') => ({ kind: 'since', from: momentOf(from) })],
  [
    /^(?:from )?(.+?) (?:to|until|till|–|-|\.\.) (.+)$/,
    (from = '', to = '') => ({ kind: 'between', from: momentOf(from), to: momentOf(to) }),
  ],
  [/^(?:(?:last|past) )?(\d{1,6}) ?([a-z]+)$/, (amount, unit = '') => lastOf(Number(amount), unitOf(unit))],
  [/^(?:last|past) ([a-z]+)$/, (unit = '') => lastOf(1, unitOf(unit))],
]

/** Reads a range as people type it. @returns the range, or one sentence on what is wrong and what is understood */
export function parseRange(text: string): { ok: true; range: TypedRange } | { ok: false; message: string } {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  try {
    if (isDayWord(words)) return { ok: true, range: { kind: 'day', day: dayOf(words) } }
    for (const [pattern, read] of FORMS) {
      const parts = pattern.exec(words)
      if (parts) return { ok: true, range: read(...parts.slice(1)) }
    }
    const examples = RANGE_EXAMPLES.map((one) => `“${one}”`)
    fail(`“${text.trim()}” is not a range. Try ${examples.slice(0, -1).join(', ')} or ${examples.at(-1)}.`)
  } catch (thrown) {
    if (thrown instanceof UnreadableRange) return { ok: false, message: thrown.message }
    throw thrown
  }
}

const dayText = (day: Day) => (WEEKDAYS.some((name) => name === day) ? day.charAt(0).toUpperCase() + day.slice(1) : day)
const momentText = ({ day, time }: Moment) => (time ? `${dayText(day)} ${time}` : dayText(day))

/** A range as text; `parseRange` reads it. */
export function printRange(range: TypedRange): string {
  switch (range.kind) {
    case 'last':
      return `last ${range.amount} ${range.unit}${range.amount === 1 ? '' : 's'}`
    case 'day':
      return range.day
    case 'since':
      return `since ${momentText(range.from)}`
    case 'between':
      return `${momentText(range.from)} to ${momentText(range.to)}`
  }
}

/** The midnight at which a day begins, some days later. */
function midnight(day: Day, now: Date, later = 0): Date {
  const today = wallOf(now)
  const back =
    day === 'yesterday'
      ? 1
      : WEEKDAYS.includes(day as Weekday)
        ? (today.weekday - WEEKDAYS.indexOf(day as Weekday) + 7) % 7
        : 0
  if (!DATE.test(day)) return instantOf(today.year, today.month, today.day - back + later)
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return instantOf(year, month - 1, date + later)
}

function instant({ day, time }: Moment, now: Date, ends = false): Date {
  const at = midnight(day, now, ends && !time ? 1 : 0)
  if (!time) return at
  const { year, month, day: date } = wallOf(at)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return instantOf(year, month, date, hour, minute)
}

/** The bounds of a range at a moment, ISO 8601 in UTC; `until` is exclusive, and null where the range ends now. */
export function boundsOf(range: TypedRange, now: Date): { since: string; until: string | null } {
  const bounds = (since: Date, until: Date | null) => ({
    since: since.toISOString(),
    until: until && until < now ? until.toISOString() : null,
  })
  switch (range.kind) {
    case 'last':
      return bounds(new Date(now.getTime() - range.amount * UNITS[range.unit]), null)
    case 'day':
      return bounds(midnight(range.day, now), midnight(range.day, now, 1))
    case 'since':
      return bounds(instant(range.from, now), null)
    case 'between':
      return bounds(instant(range.from, now), instant(range.to, now, true))
  }
}

/** Reads a typed range that holds time at a moment: its text as it is written, or why not. */
export function readRange(text: string, now: Date): { ok: true; text: string } | { ok: false; message: string } {
  const read = parseRange(text)
  if (!read.ok) return read
  const { since, until } = boundsOf(read.range, now)
  if (since >= (until ?? now.toISOString())) return { ok: false, message: 'The end must be after the start.' }
  if (read.range.kind === 'between' && instant(read.range.from, now) >= instant(read.range.to, now, true))
    return { ok: false, message: 'The end must be after the start.' }
  return { ok: true, text: printRange(read.range) }
}
