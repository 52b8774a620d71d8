import { z } from 'zod'
import {
  changeReviewSchema,
  personInCasesSchema,
  reviewedPeopleQuery,
  reviewRequestSchema,
} from '../gatehouse/change-review.ts'
import { cursorSchema, limitSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'
import { changeExplanationSchema, explanationRequestSchema } from '../policy/simulation.ts'

/** The operations whose effect on people can be reviewed before they are carried out. */
export const REVIEWABLE = [
  'createPolicy',
  'replacePolicy',
  'deletePolicy',
  'activatePolicy',
  'deactivatePolicy',
  'createRule',
  'replaceRule',
  'deleteRule',
  'activateRule',
  'deactivateRule',
  'createPolicyMapping',
  'deletePolicyMapping',
  'assignAppPolicy',
  'createServerPolicy',
  'replaceServerPolicy',
  'deleteServerPolicy',
  'activateServerPolicy',
  'deactivateServerPolicy',
  'createServerRule',
  'replaceServerRule',
  'deleteServerRule',
  'activateServerRule',
  'deactivateServerRule',
  'createZone',
  'replaceZone',
  'deleteZone',
  'activateZone',
  'deactivateZone',
  'restoreVersion',
] as const
export type ReviewableOperation = (typeof REVIEWABLE)[number]

/** Review of a change before it is made: who is affected, and how. */
export const changeReviewRoutes = {
  reviewChange: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.policies.manage',
    method: 'POST',
    path: '/gatehouse/v1/change-reviews',
    summary: 'Review a change: who would be affected, and how',
    description:
      'Makes the change, takes it back, and compares for every person what the policies come to before and after, with everything but the person unknown. It is checked as the change itself would be, and leaves no event. The causes of a refusal name the step, such as `steps[2].body.name`.',
    body: reviewRequestSchema(REVIEWABLE),
    responses: { 200: changeReviewSchema },
    errors: ['E0000002', 'E0000006', 'E0000007', 'E0000077', 'E0000111'],
  }),
  explainChange: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.policies.manage',
    method: 'POST',
    path: '/gatehouse/v1/change-reviews/explanations',
    summary: 'Simulate one sign-in before a change and after it',
    description:
      'Makes the change, takes it back, and explains the same sign-in with the policies as they are and as they would be. It is checked as the change itself would be, and leaves no event.',
    body: z
      .object({ ...reviewRequestSchema(REVIEWABLE).shape, ...explanationRequestSchema.shape })
      .meta({ id: 'ChangeExplanationRequest' }),
    responses: { 200: changeExplanationSchema },
    errors: ['E0000002', 'E0000006', 'E0000007', 'E0000077', 'E0000111'],
  }),
  listReviewedPeople: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.policies.read',
    method: 'GET',
    path: '/gatehouse/v1/change-reviews/{reviewId}/people',
    summary: 'List the people whom a reviewed change would affect',
    description:
      'By name, each with the cases of the effect that the person is in. The people of the latest reviews are held in memory; an older one is not found.',
    params: z.object({ reviewId: idSchema }),
    query: z.object({ ...reviewedPeopleQuery, limit: limitSchema(LIMITS.page.logRows), after: cursorSchema }),
    responses: { 200: z.array(personInCasesSchema) },
  }),
}
