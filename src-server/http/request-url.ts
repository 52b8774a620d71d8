import type { Route } from '#contract/interface/route.ts'

/** Parameters whose value lets somebody in, by whatever name a route has for it. */
const SECRET = /downloadToken|token|secret|password|assertion/i
const URL_LENGTH = 2_048

/**
 * Path and query of a request as the audit log may show them: of the query, values of what the route declares and does not
 * keep to itself. Whatever else is there may have come by mistake, and is not shown.
 */
export function shownUrl(path: string, search: URLSearchParams, { query }: Pick<Route, 'query'>): string {
  const pairs = [...search].map(([name, value]) => {
    const isShown = Object.hasOwn(query.shape, name) && !SECRET.test(name)
    return `${encodeURIComponent(name)}=${isShown ? encodeURIComponent(value) : '***'}`
  })
  return (pairs.length > 0 ? `${path}?${pairs.join('&')}` : path).slice(0, URL_LENGTH)
}
