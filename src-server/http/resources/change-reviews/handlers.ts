import type { changeReviewRoutes } from '#contract/routes/change-reviews.ts'
import { listReviewedPeople } from '#operations/change-reviews/list-reviewed.ts'
import { reviewChange } from '#operations/change-reviews/review-change.ts'
import { explainChange } from '#operations/simulation/simulate.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { HandlerInput } from '../../reply.ts'
import { trySteps } from './try-steps.ts'

/** What the steps of a request would change. */
const tried = (input: HandlerInput<typeof changeReviewRoutes.reviewChange | typeof changeReviewRoutes.explainChange>) =>
  trySteps(input, input.body.steps)

export const changeReviewHandlers: HandlerTable<typeof changeReviewRoutes> = {
  reviewChange: async (input) => ({ body: await reviewChange(input.service, await tried(input)) }),

  explainChange: async (input) => ({ body: await explainChange(input.service, await tried(input), input.body) }),

  listReviewedPeople: async ({ service, params, query }) => {
    const { items, next } = await listReviewedPeople(service, params.reviewId, query)
    return { body: items, next }
  },
}
