import type { SavedSearch, SavedSearchWrite } from '#contract/log/log-browse.ts'
import type { BuiltInSearch } from './built-in.ts'

/** The query of the page, or of a search. */
export type Query = Omit<SavedSearchWrite, 'name'>

/** Whether two queries are the same; bounds count only in a custom range. */
export function asksSame(a: Query, b: Query): boolean {
  const text = ({ filter, q, range }: Query) => {
    const bounds = range.name === 'custom' ? [range.since, range.until] : []
    return JSON.stringify([filter.trim(), q.trim(), range.name, ...bounds])
  }
  return text(a) === text(b)
}

/** A built-in search with the current time range. */
export function withRange({ filter }: BuiltInSearch, { range }: Query): Query {
  return { filter, q: '', range }
}

/** Whether the query is empty, whatever the time range. */
export function asksNothing({ filter, q }: Query): boolean {
  return !filter.trim() && !q.trim()
}

/**
 * The search that is open: one that equals the current query, else the user's own one that was opened last and changed
 * since. Null if there is neither, or the query is empty.
 * @param builtIn searches without a time range: they do not replace an own one of which only the range was changed
 */
export function openSearch<Search extends Query & { id: string }>(
  own: readonly Search[],
  builtIn: readonly Search[],
  current: Query,
  lastOpened: string | null,
): { search: Search; changed: boolean } | null {
  const last = [...own, ...builtIn].find(({ id }) => id === lastOpened)
  const same = (search: Search) => asksSame(search, current)
  const whole = last && same(last) ? last : own.find(same)
  if (whole) return { search: whole, changed: false }
  if (last && own.includes(last) && !asksNothing(current)) return { search: last, changed: true }
  const fitting = builtIn.find(same)
  return fitting ? { search: fitting, changed: false } : null
}

/** The body that a search is written with. */
export function writeOf({ name, filter, q, range }: SavedSearchWrite | SavedSearch): SavedSearchWrite {
  return { name, filter, q, range }
}
