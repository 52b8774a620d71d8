import { ApiError, causeAt } from '#contract/interface/api-error.ts'
import { isId, type IdKind } from '#contract/interface/ids.ts'

/** A page of rows and the cursor of the next one; null when there is none. */
export interface Page<T> {
  items: T[]
  next: string | null
}

/** Cuts rows that were read with one more than the limit: the extra row shows that there is a next page. */
export function cutPage<T>(rows: readonly T[], limit: number, cursorOf: (row: T) => string): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}

/** A page of a list that is in memory; the cursor is the id of the page's last item. */
export function pageOf<T extends { id: string }>(
  items: readonly T[],
  limit: number | undefined,
  after?: string,
): Page<T> {
  const from = after === undefined ? 0 : items.findIndex((item) => item.id === after) + 1
  if (after !== undefined && from === 0) throw invalidCursor()
  if (limit === undefined) return { items: items.slice(from), next: null }
  return cutPage(items.slice(from, from + limit + 1), limit, (item) => item.id)
}

/**
 * Where a list ordered by id continues: after the cursor, or at the start. The item of the cursor may be deleted by now;
 * text that cannot be an id of the kind is rejected.
 * @throws E0000029
 */
export function startAfter(kind: IdKind, after: string | undefined): string {
  if (after !== undefined && !isId(kind, after)) throw invalidCursor()
  return after ?? ''
}

/** A cursor that this list did not give (spec/4 §1.3). */
export function invalidCursor(): ApiError {
  return new ApiError('E0000029', { causes: [causeAt('after', 'is not a cursor of this list', 'query')] })
}

/** `%` and `_` taken literally, then anything: the pattern of a prefix search, for `LIKE ? ESCAPE '\'`. */
export function prefixPattern(prefix: string): string {
  return `${prefix.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`
}
