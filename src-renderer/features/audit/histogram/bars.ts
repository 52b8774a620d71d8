import type { LogHistogram } from '#contract/log/log-browse.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { LogOutcome } from '#contract/log/log-event.ts'
import { offsetAt as chosenOffset } from '#ui/lib/time-zone.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/** Widths of bars that people read at a glance; the last two are weeks by fours and by fifty-twos. */
export const BAR_WIDTHS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR),
  ...[DAY, WEEK, 4 * WEEK, 52 * WEEK],
]
/** More bars than this are too thin to be pointed at. */
const BARS_AT_MOST = 100
/** Fine enough to jump to a row of a long list, few enough to load at once. */
const BUCKETS_AT_MOST = 1_000

/** How far local time is ahead of UTC at an instant, in milliseconds. */
export type OffsetAt = (ms: number) => number
/** By the zone in which times are shown. */
const localOffset: OffsetAt = chosenOffset

/** Local midnight of a Monday, as local milliseconds: weeks are counted from it. */
const A_MONDAY = 4 * DAY
const anchorOf = (width: number) => (width % WEEK === 0 ? A_MONDAY : 0)

/** The instant at which clocks show this local time; in the hour that a change of clocks repeats, the earlier one. */
function instantOf(local: number, offsetAt: OffsetAt): number {
  const guesses = [offsetAt(local - DAY), offsetAt(local + DAY)].map((offset) => local - offset)
  const exact = guesses.filter((guess) => guess + offsetAt(guess) === local)
  return exact.length ? Math.min(...exact) : Math.max(...guesses)
}

function floored(local: number, width: number): number {
  return Math.floor((local - anchorOf(width)) / width) * width + anchorOf(width)
}

/** The last round local time at or before an instant: a full hour, midnight, a Monday. */
export function floorLocal(ms: number, width: number, offsetAt: OffsetAt = localOffset): number {
  const local = ms + offsetAt(ms)
  const floor = floored(local, width)
  // Up to an hour, clocks that change keep bars round; counting in instants keeps the repeated hour apart.
  return width <= HOUR ? ms - (local - floor) : Math.min(instantOf(floor, offsetAt), ms)
}

/** Where each bar begins, and after the last one where it ends. */
function boundsOf(since: number, until: number, width: number, offsetAt: OffsetAt): number[] {
  const bounds = [floorLocal(since, width, offsetAt)]
  for (let last = bounds[0] ?? since; last < until; bounds.push(last))
    last = width <= HOUR ? last + width : instantOf(floored(last + offsetAt(last), width) + width, offsetAt)
  return bounds
}

/** How a stretch of time is counted and drawn; milliseconds since 1970. */
export interface BarPlan {
  /** Of a bar, as it is called; a day on which clocks change is an hour more or less. */
  width: number
  /** Of a fine bucket, which is what the service counts. */
  step: number
  /** Beginnings of the bars, on round local times; the last entry is the end of the last bar. */
  bounds: number[]
}

/** The finest step that divides a bar without too many steps. It divides the hour, by which clocks change. */
function stepFor(width: number, span: number): number {
  const fits = (step: number) => Number.isInteger(step) && (HOUR % step === 0 || step % HOUR === 0)
  for (let parts = Math.floor(BUCKETS_AT_MOST / Math.ceil(span / width)); parts > 1; parts -= 1)
    if (fits(width / parts)) return width / parts
  return width
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b)
}

/** Round bars, at most about a hundred, over a stretch of time, and the buckets that fill them exactly. */
export function planBars(since: number, until: number, offsetAt: OffsetAt = localOffset): BarPlan {
  const span = Math.max(until - since, SECOND)
  const width = BAR_WIDTHS.find((candidate) => span / candidate <= BARS_AT_MOST) ?? 52 * WEEK
  const bounds = boundsOf(since, Math.max(until, since + 1), width, offsetAt)
  const [origin = since, end = until] = [bounds[0], bounds.at(-1)]
  const coarse = stepFor(width, end - origin)
  const fitting = bounds.reduce((step, bound) => gcd(step, bound - origin), coarse)
  if ((end - origin) / fitting <= LIMITS.logBuckets) return { width, step: fitting, bounds }
  // Over years, bars after a change of clocks begin on the bucket that follows: their bounds say so.
  const snapped = bounds.map((bound) => origin + Math.ceil((bound - origin) / coarse) * coarse)
  return { width, step: coarse, bounds: snapped }
}

/** One bar, with what it counts; milliseconds since 1970, `to` is exclusive. */
export interface Bar {
  from: number
  to: number
  total: number
  counts: Partial<Record<LogOutcome['result'], number>>
}

function sum(values: readonly number[], from: number, to: number): number {
  let total = 0
  for (let index = Math.max(from, 0); index < Math.min(to, values.length); index += 1) total += values[index] ?? 0
  return total
}

/** Sums fine buckets into the bars of a plan. */
export function barsOf(plan: Pick<BarPlan, 'bounds'>, histogram: LogHistogram): Bar[] {
  const origin = Date.parse(histogram.origin)
  const bucketAt = (ms: number) => Math.round((ms - origin) / histogram.stepMs)
  const outcomes = Object.entries(histogram.counts) as [LogOutcome['result'], number[]][]
  return plan.bounds.slice(0, -1).map((from, index) => {
    const to = plan.bounds[index + 1] ?? from
    const found = outcomes.map(([outcome, values]) => [outcome, sum(values, bucketAt(from), bucketAt(to))] as const)
    const counts = Object.fromEntries(found.filter(([, count]) => count > 0))
    return { from, to, total: found.reduce((all, [, count]) => all + count, 0), counts }
  })
}

const WIDTH_UNITS = [
  [WEEK, 'week'],
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [SECOND, 'second'],
] as const

/** The width of a bar in words: "3 hours", "1 day". */
export function widthText(width: number): string {
  const [unit, word] = WIDTH_UNITS.find(([size]) => width >= size) ?? [SECOND, 'second']
  const amount = Math.round(width / unit)
  return amount === 1 ? `1 ${word}` : `${amount} ${word}s`
}

/** Distances of the labels under the bars. */
const LABEL_STEPS = [...BAR_WIDTHS.slice(0, -2), 2 * DAY, 2 * WEEK, 4 * WEEK, 13 * WEEK, 52 * WEEK].sort(
  (a, b) => a - b,
)

/** Which bars bear a label, as indexes: those on round times, at most `room` or so. */
export function labelledBars({ width, bounds }: BarPlan, room: number, offsetAt: OffsetAt = localOffset): number[] {
  const span = (bounds.at(-1) ?? 0) - (bounds[0] ?? 0)
  const step = LABEL_STEPS.find((candidate) => candidate >= width && span / candidate <= room) ?? 52 * WEEK
  const rounds = bounds.slice(0, -1).map((bound) => floorLocal(bound, step, offsetAt))
  return rounds.flatMap((round, index) =>
    round === bounds[index] || (index > 0 && round !== rounds[index - 1]) ? [index] : [],
  )
}
