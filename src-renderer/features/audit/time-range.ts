import { format } from 'date-fns'
import { LIMITS } from '../../../src-server/contract/limits.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The stretches of time that are offered by name; each ends now. */
export const PRESETS = {
  hour: { label: 'Last hour', ms: HOUR_MS },
  day: { label: 'Last day', ms: DAY_MS },
  week: { label: 'Last 7 days', ms: 7 * DAY_MS },
  month: { label: 'Last 30 days', ms: 30 * DAY_MS },
} as const
export type Preset = keyof typeof PRESETS
export type RangeName = Preset | 'custom'
export const DEFAULT_RANGE: RangeName = 'week'

/** A choice of time as the address holds it; `since` and `until` count only where the name is `custom`. */
export interface RangeChoice {
  name: RangeName
  since: string
  until: string
}

/** Bounds to ask for, ISO 8601 in UTC; `until` is exclusive and null while the range still runs. */
export interface TimeWindow {
  since: string
  until: string | null
}

/** Reads the name in the address; an unknown one is the default. */
export function rangeName(text: string): RangeName {
  return text === 'custom' || text in PRESETS ? (text as RangeName) : DEFAULT_RANGE
}

function iso(text: string): string | null {
  const time = text ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** The bounds of a choice at a moment. A custom range without a beginning reaches as far back as the service allows. */
export function windowOf({ name, since, until }: RangeChoice, now: Date): TimeWindow {
  if (name !== 'custom') return { since: new Date(now.getTime() - PRESETS[name].ms).toISOString(), until: null }
  // A minute less than the limit: the service measures it at its own now.
  const earliest = new Date(now.getTime() - LIMITS.logReachDays * DAY_MS + 60_000).toISOString()
  return { since: iso(since) ?? earliest, until: iso(until) }
}

/** The next wider choice, for an empty result; null where there is none. */
export function wider(name: RangeName): Preset | null {
  const order = Object.keys(PRESETS) as Preset[]
  const at = order.indexOf(name as Preset)
  return at < 0 ? null : (order[at + 1] ?? null)
}

const pad = (part: number) => String(part).padStart(2, '0')

/** An instant as a local date and time field writes it, `2026-11-21T06:31`; empty for none. */
export function toLocalField(text: string): string {
  const instant = iso(text)
  if (!instant) return ''
  const at = new Date(instant)
  const date = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
  return `${date}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}

/** What a local field holds as an instant in UTC; empty for none. */
export function fromLocalField(text: string): string {
  return iso(text) ?? ''
}

/** Local time for a column, to the second: "21 Nov, 06:31:50"; with the year where it is not this one. */
export function shortTime(text: string, now = new Date()): string {
  const at = new Date(text)
  return format(at, at.getFullYear() === now.getFullYear() ? 'd MMM, HH:mm:ss' : 'd MMM yyyy, HH:mm')
}
