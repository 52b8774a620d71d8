import { z } from 'zod'
import { cursorSchema, limitSchema } from '../fields.ts'
import { LIMITS } from '../limits.ts'
import { logEventSchema } from '../log-event.ts'
import { defineRoute } from '../route.ts'

const instant = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 timestamp' })
  .transform((text) => new Date(text).toISOString())
  .optional()
const notYet = z.undefined({ error: 'filtering is not offered by this version' }).optional()

export const logRoutes = {
  listLogEvents: defineRoute({
    tag: 'Audit log',
    scope: 'svc.logs.read',
    method: 'GET',
    path: '/api/v1/logs',
    summary: 'Read the audit log',
    description:
      'Ascending without `until` is a poll: it always has a `next` link. With `until` the query is bounded, and `next` ends with the last page.',
    query: z.object({
      since: instant,
      until: instant,
      after: cursorSchema,
      sortOrder: z.enum(['ASCENDING', 'DESCENDING']).default('ASCENDING'),
      limit: limitSchema(LIMITS.page.logs, 0),
      filter: notYet,
      q: notYet,
    }),
    responses: { 200: z.array(logEventSchema) },
  }),
}
