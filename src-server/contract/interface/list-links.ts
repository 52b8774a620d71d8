/**
 * What a list's `self` link repeats: the query as it was sent, or only some of its parameters in a fixed order, with the default
 * `limit` where the request has none.
 */
type SelfLink = 'as sent' | { readonly repeats: readonly string[]; readonly limit: number } | PlaceInList

/** A `self` that always has a cursor, and this `limit` whatever was asked for. */
interface PlaceInList {
  readonly always: typeof LIST_START
  readonly limit: number
}

/** The cursor of the first page, in lists whose `self` always has one. Nothing that is listed may be called so. */
export const LIST_START = '*'

/** What a list's `Link` header holds (spec/5 §0.3). While more remains, `next` is always there: no entry may be missed unnoticed. */
export interface ListLinks {
  /** Null: no `self`. */
  readonly self: SelfLink | null
  /** The same for requests with `q`; absent: `self` holds for those too. */
  readonly finding?: SelfLink | null
}

/** The request as it was. */
export const AS_SENT: ListLinks = { self: 'as sent' }

/** No `self`; with everything on one page no header at all. */
export const NO_SELF: ListLinks = { self: null }

/** A `self` that says where the page begins, and nothing of what was asked for (spec/5 §0.3, spec/6 24). */
export function placeOnly(page: { readonly fallback: number }): ListLinks {
  return { self: { always: LIST_START, limit: page.fallback } }
}

/** A `self` of only these parameters, `limit` first. */
export function rebuilt(page: { readonly fallback: number }, ...others: readonly string[]): ListLinks {
  return { self: { repeats: ['limit', ...others], limit: page.fallback } }
}
