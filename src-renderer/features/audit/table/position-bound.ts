import type { LogHistogram } from '#contract/log/log-browse.ts'

/** A closed stretch of time, ISO 8601; `until` is exclusive. */
export interface ClosedRange {
  readonly since: string
  readonly until: string
}

/** How to read from a position: the range with its near bound moved close, and how many events of it to pass over. */
export interface NearBound {
  readonly range: ClosedRange
  readonly offset: number
  /** The bucket that the position lies in, where counts tell. */
  readonly bucket: ClosedRange | null
}

/** Positions that the service may count by itself without a felt wait. */
export const NEAR_OFFSET = 10_000
/** The first rows need no counts: those may still be on their way, or tell of a moment before. */
const FROM_TOP = 1_000

const iso = (ms: number) => new Date(ms).toISOString()

/** Events of each bucket, all outcomes together. */
function sums({ counts }: LogHistogram): number[] {
  const all = Object.values(counts)
  return Array.from({ length: Math.max(0, ...all.map((one) => one.length)) }, (_, index) =>
    all.reduce((sum, one) => sum + (one[index] ?? 0), 0),
  )
}

/**
 * Turns a position into a bound that lies near to it, so that the service never counts far. Positions behind the last
 * event belong to its bucket; without counts the range stays as it is.
 */
export function nearBound(
  counts: LogHistogram | null,
  range: ClosedRange,
  newestFirst: boolean,
  position: number,
): NearBound {
  const whole = { range, offset: position, bucket: null }
  if (!counts || position < FROM_TOP) return whole
  const inBuckets = sums(counts)
  const order = inBuckets.map((amount, index) => ({ amount, index })).filter(({ amount }) => amount > 0)
  if (newestFirst) order.reverse()
  let before = 0
  const found = order.find(({ amount }, rank) => {
    if (position < before + amount || rank === order.length - 1) return true
    before += amount
    return false
  })
  if (!found) return whole
  const start = Date.parse(counts.origin) + found.index * counts.stepMs
  const since = iso(Math.max(start, Date.parse(range.since)))
  const until = iso(Math.min(start + counts.stepMs, Date.parse(range.until)))
  return {
    range: newestFirst ? { since: range.since, until } : { since, until: range.until },
    offset: position - before,
    bucket: { since, until },
  }
}

/** The width of the finer buckets that a bucket is to be counted in; null where it cannot be parted. */
export function finerStep({ since, until }: ClosedRange, buckets: number): number | null {
  const length = Date.parse(until) - Date.parse(since)
  return length > 1 ? Math.ceil(length / buckets) : null
}
