import type { changeReviewRoutes, ReviewableOperation } from '#contract/routes/change-reviews.ts'
import { ROUTES, type Routes } from '#contract/routes/index.ts'
import type { Route } from '#contract/interface/route.ts'
import { listReviewedPeople, reviewChange, tryChange, type ReviewStep } from '#operations/policies/review-change.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { parseRequest } from '../../middleware/guard.ts'
import type { Handler, HandlerInput } from '../../reply.ts'
import { appHandlers } from '../apps/handlers.ts'
import { authorizationServerHandlers } from '../authorization-servers/handlers.ts'
import { policyHandlers } from '../policies/handlers.ts'
import { versionHandlers } from '../versions/handlers.ts'
import { zoneHandlers } from '../zones/handlers.ts'

const HANDLERS: HandlerTable<Pick<Routes, ReviewableOperation>> = {
  ...policyHandlers,
  ...authorizationServerHandlers,
  ...appHandlers,
  ...zoneHandlers,
  ...versionHandlers,
}

type Input = HandlerInput<typeof changeReviewRoutes.reviewChange>

/** A step, checked as a request of its own. @throws ApiError E0000001 */
function toStep(input: Input, { operation, ...given }: Input['body']['steps'][number]): ReviewStep {
  const route: Route = ROUTES[operation]
  const parts = { params: given.params, query: given.query, body: given.body }
  const parsed = parseRequest(route, parts, input.strictHandling)
  const handle = HANDLERS[operation] as unknown as Handler<Route>
  return (write) => handle({ ...input, ...(parsed as Pick<Input, 'params' | 'query'> & { body: unknown }), write })
}

export const changeReviewHandlers: HandlerTable<typeof changeReviewRoutes> = {
  reviewChange: async (input) => {
    const steps = input.body.steps.map((step) => toStep(input, step))
    return { body: await reviewChange(input.service, await tryChange(input.service, input.write, steps)) }
  },

  listReviewedPeople: async ({ service, params, query }) => {
    const { items, next } = await listReviewedPeople(service, params.reviewId, query)
    return { body: items, next }
  },
}
