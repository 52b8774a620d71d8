import { rateLimitSettingsSchema, rateLimitsSchema } from '../gatehouse/rate-limits.ts'
import { defineRoute } from '../interface/route.ts'

const PATH = '/gatehouse/v1/rate-limits'

/** The rate limits of the interface, which are off until somebody who tests a client switches them on (spec/4 §3.4). */
export const rateLimitRoutes = {
  getRateLimits: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.orgs.read',
    method: 'GET',
    path: PATH,
    summary: 'Read the rate limits and how much of each is used',
    responses: { 200: rateLimitsSchema },
  }),
  replaceRateLimits: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.orgs.manage',
    method: 'PUT',
    path: PATH,
    summary: 'Switch the rate limits of the interface on or off',
    description:
      'While they are on, requests are counted: the headers of every reply of `/api/v1` say what is left, and 429 refuses what is over.',
    body: rateLimitSettingsSchema,
    responses: { 200: rateLimitsSchema },
  }),
}
