import { routedPeopleSchema, routingTestRequestSchema, routingTestSchema } from '../gatehouse/routing-test.ts'
import { defineRoute } from '../interface/route.ts'

const test = {
  tag: 'Gatehouse',
  scope: 'svc.policies.read',
  method: 'POST',
  body: routingTestRequestSchema,
  errors: ['E0000007'],
} as const

/** What routing rules do with a login, for people who write them (spec/2 "Identity-provider lookup"). */
export const routingRoutes = {
  testRouting: defineRoute({
    ...test,
    path: '/gatehouse/v1/routing/tests',
    summary: 'Tell where a login is routed to, and by which rule',
    description:
      'What the public look-up answers, for any address and platform, with the path to it. Nothing is signed in.',
    responses: { 200: routingTestSchema },
  }),
  countRoutedPeople: defineRoute({
    ...test,
    path: '/gatehouse/v1/routing/people',
    summary: 'Count the people who are routed to the same place as a login',
    responses: { 200: routedPeopleSchema },
  }),
}
