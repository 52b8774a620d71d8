import type { Context } from 'koa'
import { LIMITS } from '#contract/interface/limits.ts'
import { AS_SENT, type ListLinks } from '#contract/interface/list-links.ts'
import { nextQuery } from './carried-query.ts'

type Pairs = [string, string][]

/**
 * Sets `Link` headers, one line each: `self` as the list declares it, and `next` while there is more (spec/4 §1.3, spec/5 §0.3).
 * Clients accept only so much of headers: `self` is left out where the query is longer than that.
 */
export function setPageLinks(ctx: Context, base: string, next: string | null, links: ListLinks = AS_SENT): void {
  // WHY not the whole of `ctx.url`: a request may name a foreign host there.
  const page = new URL(base)
  page.pathname = page.pathname.replace(/\/$/, '') + ctx.path
  const given = [...new URLSearchParams(ctx.search)]
  const self = links.finding !== undefined && given.some(([key]) => key === 'q') ? links.finding : links.self
  const values: string[] = []
  const search = self && selfQuery(self, ctx.search, given)
  if (search !== null && search.length <= LIMITS.linkQueryLength) {
    page.search = search
    values.push(`<${page.href}>; rel="self"`)
  }
  const limit = typeof self === 'object' ? self?.limit : undefined
  if (next !== null) values.push(`<${base}${ctx.path}?${nextQuery(next, nextPairs(given, limit))}>; rel="next"`)
  if (values.length > 0) ctx.set('Link', values)
}

function selfQuery(self: NonNullable<ListLinks['self']>, search: string, given: Pairs): string {
  if (self === 'as sent') return search
  if ('always' in self) {
    const after = given.find(([key]) => key === 'after')?.[1] ?? self.always
    return `?${new URLSearchParams({ after, limit: String(self.limit) }).toString()}`
  }
  const limited = withLimit(given, self.limit)
  const pairs = ['after', ...self.repeats].flatMap((name) => limited.filter(([key]) => key === name))
  return `?${new URLSearchParams(pairs).toString()}`
}

/** The query without its cursor, its `limit` first. */
function nextPairs(given: Pairs, limit: number | undefined): Pairs {
  const rest = withLimit(given, limit).filter(([key]) => key !== 'after' && key !== 'since')
  return [...rest.filter(([key]) => key === 'limit'), ...rest.filter(([key]) => key !== 'limit')]
}

function withLimit(given: Pairs, limit: number | undefined): Pairs {
  const isThere = limit === undefined || given.some(([key]) => key === 'limit')
  return isThere ? given : [['limit', String(limit)], ...given]
}
