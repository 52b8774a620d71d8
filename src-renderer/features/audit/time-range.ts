import { LIMITS } from '#contract/interface/limits.ts'
import { formatTime, timeZone, wallOf } from '#ui/lib/time-zone.ts'
import { DAY_MS } from '#ui/lib/time.ts'
import { boundsOf, parseRange, printRange } from './time/typed-range.ts'

const HOUR_MS = 3_600_000

/** The stretches of time that are offered by name; each ends now. `all` begins with the oldest event. */
export const PRESETS = {
  hour: { label: 'Last hour', short: '1 h', ms: HOUR_MS },
  day: { label: 'Last day', short: '1 d', ms: DAY_MS },
  week: { label: 'Last 7 days', short: '7 d', ms: 7 * DAY_MS },
  month: { label: 'Last 30 days', short: '30 d', ms: 30 * DAY_MS },
  quarter: { label: 'Last 90 days', short: '90 d', ms: 90 * DAY_MS },
  all: { label: 'All time', short: 'All', ms: Number.POSITIVE_INFINITY },
} as const
export type Preset = keyof typeof PRESETS
/** A preset, bounds of one's own, or a range as one types it, such as `last 90 minutes`. */
type RangeName = Preset | 'custom' | (string & {})
export const DEFAULT_RANGE: Preset = 'week'

/** Whether a range is one of those offered by name. */
export function isPreset(name: RangeName): name is Preset {
  return name in PRESETS
}

/** A choice of time as the address holds it; `since` and `until` count only where the name is `custom`. */
export interface RangeChoice {
  name: RangeName
  since: string
  until: string
}

/** Bounds to ask for, ISO 8601 in UTC; `until` is exclusive and null while the range still runs. */
export interface TimeRange {
  since: string
  until: string | null
}

/** Reads the name in the address; what is neither known nor a typed range is the default. */
export function rangeName(text: string): RangeName {
  if (text === 'custom' || isPreset(text)) return text
  const typed = parseRange(text)
  return typed.ok ? printRange(typed.range) : DEFAULT_RANGE
}

/** A preset as a choice. */
export function preset(name: Preset): RangeChoice {
  return { name, since: '', until: '' }
}

/** A range as one types it, such as `since Monday`. */
export function typedChoice(text: string): RangeChoice {
  return { name: rangeName(text), since: '', until: '' }
}

/** A choice of one's own; an empty bound is open. */
export function custom(since: string, until: string): RangeChoice {
  return { name: 'custom', since, until }
}

/** An instant as the service writes it; null for what is none. */
function iso(text: string): string | null {
  const time = text ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/**
 * The bounds of a choice at a moment.
 * @param oldest when the oldest event was published; without it, "all" and a custom range without a beginning reach as
 *   far back as the interface's own log does
 */
export function rangeOf({ name, since, until }: RangeChoice, now: Date, oldest?: string | null): TimeRange {
  const earliest = oldest ?? new Date(now.getTime() - LIMITS.logReachDays * DAY_MS).toISOString()
  if (name === 'all') return { since: earliest, until: null }
  if (isPreset(name)) return { since: new Date(now.getTime() - PRESETS[name].ms).toISOString(), until: null }
  const typed = name === 'custom' ? null : parseRange(name)
  if (typed?.ok) return boundsOf(typed.range, now)
  return { since: iso(since) ?? earliest, until: iso(until) }
}

/** Whether the bounds are where they belong: an end that is not after the beginning holds no event. */
export function isBackwards({ since, until }: TimeRange): boolean {
  return until !== null && until <= since
}

/** The next wider choice, for an empty result, which for a range of one's own is all; null where there is none. */
export function wider(name: RangeName): Preset | null {
  if (!isPreset(name)) return 'all'
  const order = Object.keys(PRESETS) as Preset[]
  return order[order.indexOf(name) + 1] ?? null
}

/** Twice as much time around the same middle; where that would end in the future it ends now, and still runs. */
export function zoomedOut({ since, until }: TimeRange, now: Date): RangeChoice {
  const [from, to] = [Date.parse(since), until ? Date.parse(until) : now.getTime()]
  const half = Math.max((to - from) / 2, 500)
  const end = to + half
  if (end < now.getTime()) return custom(new Date(from - half).toISOString(), new Date(end).toISOString())
  return custom(new Date(now.getTime() - 4 * half).toISOString(), '')
}

/** The stretch of the same length before (-1) or after (1); null where that lies in the future. */
export function shifted({ since, until }: TimeRange, direction: -1 | 1, now: Date): RangeChoice | null {
  const [from, to] = [Date.parse(since), until ? Date.parse(until) : now.getTime()]
  const by = direction * (to - from)
  if (from + by >= now.getTime() || (direction > 0 && until === null)) return null
  return custom(new Date(from + by).toISOString(), new Date(to + by).toISOString())
}

/** An instant as a local date and time field writes it, `2026-11-21T06:31`; empty for none. */
export function toLocalField(text: string): string {
  const instant = iso(text)
  if (!instant) return ''
  const at = new Date(instant)
  return `${formatTime(at, 'yyyy-MM-dd')}T${formatTime(at, 'HH:mm')}`
}

/** The value of a date field, in the chosen zone, as an instant in UTC; empty for none. */
export function fromLocalField(text: string): string {
  return iso(text && timeZone.value === 'utc' ? `${text}Z` : text) ?? ''
}

const isThisYear = (at: Date, now: Date) => wallOf(at).year === wallOf(now).year
const dayOf = (at: Date) => formatTime(at, 'yyyy-MM-dd')

/** Time for a column, to the second: "21 Nov, 06:31:50"; with the year where it is not this one. */
export function shortTime(text: string, now = new Date()): string {
  const at = new Date(text)
  return formatTime(at, isThisYear(at, now) ? 'd MMM, HH:mm:ss' : 'd MMM yyyy, HH:mm')
}

/** Seconds say nothing of longer stretches than this. */
const SECONDS_UP_TO = 2 * HOUR_MS

/** A stretch of time in words: "21 Nov, 06:00 – 07:00", "14 Nov, 12:37 – now"; the year where it is not this one. */
export function rangeText({ since, until }: TimeRange, now = new Date()): string {
  const [from, to] = [new Date(since), until ? new Date(until) : now]
  const short = to.getTime() - from.getTime() <= SECONDS_UP_TO
  const seconds = short && (from.getSeconds() > 0 || (until !== null && to.getSeconds() > 0))
  const time = seconds ? 'HH:mm:ss' : 'HH:mm'
  const full = (at: Date) => formatTime(at, `${isThisYear(at, now) ? 'd MMM' : 'd MMM yyyy'}, ${time}`)
  if (!until) return `${full(from)} – now`
  return `${full(from)} – ${dayOf(from) === dayOf(to) ? formatTime(to, time) : full(to)}`
}

/** The label of a choice: its name, or its bounds. */
export function rangeLabel(choice: RangeChoice, now = new Date()): string {
  if (isPreset(choice.name)) return PRESETS[choice.name].label
  if (choice.name === 'custom') return rangeText(rangeOf(choice, now), now)
  return choice.name.charAt(0).toUpperCase() + choice.name.slice(1)
}
