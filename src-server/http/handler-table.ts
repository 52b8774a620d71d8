import type { Route } from '#contract/interface/route.ts'
import type { Handler } from './reply.ts'

/** One handler for every route of an area, such as `typeof zoneRoutes`: a route without one does not compile. */
export type HandlerTable<Routes> = {
  [Id in keyof Routes]: Routes[Id] extends Route ? Handler<Routes[Id]> : never
}
