import type { changeReviewRoutes, ReviewableOperation } from '#contract/routes/change-reviews.ts'
import { ROUTES, type Routes } from '#contract/routes/index.ts'
import type { Route } from '#contract/interface/route.ts'
import {
  listReviewedPeople,
  reviewChange,
  tryChange,
  type ReviewStep,
} from '#operations/change-reviews/review-change.ts'
import { explainChange } from '#operations/simulation/simulate.ts'
import { inStep } from '#operations/change-reviews/step-error.ts'
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

type Input = HandlerInput<typeof changeReviewRoutes.reviewChange | typeof changeReviewRoutes.explainChange>

type Step = Input['body']['steps'][number]

/** @throws ApiError E0000001 naming the step */
function parseStep(route: Route, { params, query, body }: Step, at: number, strict: boolean) {
  try {
    return parseRequest(route, { params, query, body }, strict)
  } catch (error) {
    throw inStep(at, error)
  }
}

/** A step, checked as a request of its own. @throws ApiError E0000001 */
function toStep(input: Input, step: Step, at: number): ReviewStep {
  const { operation } = step
  const route: Route = ROUTES[operation]
  const parsed = parseStep(route, step, at, input.strictHandling)
  const handle = HANDLERS[operation] as unknown as Handler<Route>
  return (write) => handle({ ...input, ...(parsed as Pick<Input, 'params' | 'query'> & { body: unknown }), write })
}

/** What the steps of a request would change. @throws ApiError as the steps themselves */
function tried(input: Input) {
  const steps = input.body.steps.map((step, at) => toStep(input, step, at))
  return tryChange(input.service, input.write, steps)
}

export const changeReviewHandlers: HandlerTable<typeof changeReviewRoutes> = {
  reviewChange: async (input) => ({ body: await reviewChange(input.service, await tried(input)) }),

  explainChange: async (input) => ({ body: await explainChange(input.service, await tried(input), input.body) }),

  listReviewedPeople: async ({ service, params, query }) => {
    const { items, next } = await listReviewedPeople(service, params.reviewId, query)
    return { body: items, next }
  },
}
