/**
 * What a list's `self` link repeats: the query as it was sent, or some parameters of it in an order of the interface's own, with the
 * default `limit` where the request has none.
 */
type SelfLink = 'as sent' | { readonly repeats: readonly string[]; readonly limit: number }

/** How a list tells in `Link` of itself (spec/5 §0.3). `next` is there in any case while more remains: nothing may be lost in silence. */
export interface ListLinks {
  /** Null: no `self`. */
  readonly self: SelfLink | null
  /** The same for requests with `q`; absent: no different. */
  readonly finding?: SelfLink | null
}

/** The request as it was. */
export const AS_SENT: ListLinks = { self: 'as sent' }

/** No `self`; with everything on one page no header at all. */
export const NO_SELF: ListLinks = { self: null }

/** A `self` that is built anew, its `limit` first. */
export function rebuilt(page: { readonly fallback: number }, ...others: readonly string[]): ListLinks {
  return { self: { repeats: ['limit', ...others], limit: page.fallback } }
}
