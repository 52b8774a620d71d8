import type { SavedSearch, SavedSearchWrite } from '#contract/log/log-browse.ts'
import type { BuiltInSearch } from './built-in.ts'

/** What the page asks now, and what a search asks. */
export type Query = Omit<SavedSearchWrite, 'name'>

/** Whether two searches ask the same; bounds count only in a range of one's own. */
export function asksSame(a: Query, b: Query): boolean {
  const text = ({ filter, q, range }: Query) => {
    const bounds = range.name === 'custom' ? [range.since, range.until] : []
    return JSON.stringify([filter.trim(), q.trim(), range.name, ...bounds])
  }
  return text(a) === text(b)
}

/** A search that comes with the program, within the stretch of time that is shown. */
export function withRange({ filter }: BuiltInSearch, { range }: Query): Query {
  return { filter, q: '', range }
}

/** Whether nothing is asked, within whatever stretch of time. */
export function asksNothing({ filter, q }: Query): boolean {
  return !filter.trim() && !q.trim()
}

/**
 * The search that is open: one that asks just what is asked now, else the own one that was opened last and has been changed
 * since. Null where neither is there, or all is cleared.
 * @param builtIn searches that fit any time: they do not take the place of an own one whose time was changed
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
