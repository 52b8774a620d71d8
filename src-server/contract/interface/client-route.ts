import type { Route } from './route.ts'

const FIELDS = ['method', 'path', 'consumes', 'scope', 'permissions', 'isLimitedByHandler'] as const

/** What a client has to know of an operation in order to call it, or to say that its caller may not: without any schema. */
export type ClientRoute = Pick<Route, (typeof FIELDS)[number]>

/** The part of a route that is data: it can be written as JSON. */
export function clientRoute(route: Route): ClientRoute {
  const known = FIELDS.flatMap((field) => (route[field] === undefined ? [] : [[field, route[field]]]))
  return Object.fromEntries(known) as ClientRoute
}
