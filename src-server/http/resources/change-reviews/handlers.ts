import type { changeReviewRoutes, ReviewableOperation } from '#contract/routes/change-reviews.ts'
import { ROUTES, type Routes } from '#contract/routes/index.ts'
import type { Route } from '#contract/interface/route.ts'
import { listReviewedPeople, reviewChange, tryChange } from '#operations/policies/review-change.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { parseRequest } from '../../middleware/guard.ts'
import type { Handler } from '../../reply.ts'
import { appHandlers } from '../apps/handlers.ts'
import { authorizationServerHandlers } from '../authorization-servers/handlers.ts'
import { policyHandlers } from '../policies/handlers.ts'
import { zoneHandlers } from '../zones/handlers.ts'

const HANDLERS: HandlerTable<Pick<Routes, ReviewableOperation>> = {
  ...policyHandlers,
  ...authorizationServerHandlers,
  ...appHandlers,
  ...zoneHandlers,
}

export const changeReviewHandlers: HandlerTable<typeof changeReviewRoutes> = {
  reviewChange: async (input) => {
    const { operation, params, query, body } = input.body
    const route: Route = ROUTES[operation]
    const change = parseRequest(route, { params, query, body }, false)
    const handle = HANDLERS[operation] as unknown as Handler<Route>
    const tried = await tryChange(input.service, input.write, (write) =>
      handle({ ...input, ...(change.input as Pick<typeof input, 'params' | 'query' | 'body'>), write }),
    )
    return { body: await reviewChange(input.service, tried) }
  },

  listReviewedPeople: async ({ service, params, query }) => {
    const { items, next } = await listReviewedPeople(service, params.reviewId, query)
    return { body: items, next }
  },
}
