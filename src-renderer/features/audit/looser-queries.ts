import { api } from '#ui/api/client.ts'
import { DAY_MS } from '#ui/lib/time.ts'
import { partsOf, withoutPart } from './query/filter-text.ts'
import type { ClosedRange } from './table/position-bound.ts'
import { askedOf } from './counted-query.ts'

/** A query without one of its parts. */
export interface Looser {
  filter: string
  q: string
  /** The part, as it is written. */
  leftOut: string
}

/** More parts than these are not tried: each is a count of its own. */
const AT_MOST = 5
/** Widest bucket that the service counts. */
const WIDEST_MS = 366 * DAY_MS

/** The query with each of its parts left out, one at a time: the words first, then the comparisons. */
export function looserQueries(filter: string, q: string): Looser[] {
  const words = q.trim() ? [{ filter, q: '', leftOut: `“${q.trim()}”` }] : []
  const parts = (partsOf(filter) ?? []).map(({ source }, index) => {
    return { filter: withoutPart(filter, index), q, leftOut: source }
  })
  return [...words, ...parts].slice(0, AT_MOST)
}

/** How many events each of them would find, the most first. One that cannot be counted counts as nothing. */
export async function withTotals(queries: readonly Looser[], range: ClosedRange, signal: AbortSignal) {
  const span = Date.parse(range.until) - Date.parse(range.since)
  const stepMs = Math.min(Math.max(span, 1), WIDEST_MS)
  const counting = queries.map(async (looser) => {
    const query = { ...askedOf({ ...looser, range }), stepMs }
    const total = await api.call('getLogHistogram', { query, signal }).then(
      (histogram) => histogram.total,
      () => 0,
    )
    return { ...looser, total }
  })
  return (await Promise.all(counting)).sort((a, b) => b.total - a.total)
}
