import type { ClosedRange } from './table/position-bound.ts'

/** The query that is counted; `filter` and `q` are empty if there is none. */
export interface Counted {
  readonly range: ClosedRange
  readonly filter: string
  readonly q: string
}

/** A query as the service takes it, with nothing that is empty. */
export function askedOf({ range: { since, until }, filter, q }: Counted) {
  return { since, until, filter: filter.trim() || undefined, q: q.trim() || undefined }
}
