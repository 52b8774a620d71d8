import { z } from 'zod'
import { cursorSchema, limitSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { logEventSchema } from '../log/log-event.ts'
import { defineRoute } from '../interface/route.ts'

const instant = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 timestamp' })
  .transform((text) => new Date(text).toISOString())
  .optional()

const LETTER = /[\p{L}\p{N}\p{Co}]/u

const keywordsOf = (text: string) => text.split(/\s+/).filter((keyword) => keyword !== '')

/** Keywords that must all be there; hyphens part words, so that no order of the parts is asked for (spec/4 §3.1). */
const keywordsSchema = z
  .string()
  .refine((text) => keywordsOf(text).length > 0, 'has no keyword')
  .refine((text) => keywordsOf(text).length <= LIMITS.logKeywords, `must have at most ${LIMITS.logKeywords} keywords`)
  .refine(
    (text) => keywordsOf(text).every((keyword) => keyword.length <= LIMITS.logKeywordLength),
    `must have keywords of at most ${LIMITS.logKeywordLength} characters`,
  )
  .refine(
    (text) => keywordsOf(text).every((keyword) => LETTER.test(keyword)),
    'has a keyword without a letter or digit',
  )
  .transform((text) => text.split(/[\s\p{Cc}-]+/u).filter((word) => LETTER.test(word)))
  .optional()
  .meta({ description: 'Words that stand in the event, whole, in any case; all must', example: 'policy jane' })

/** What a query of the log says, for all who ask: the interface, the audit page, an export. */
export const logSearchQuery = {
  since: instant,
  until: instant,
  filter: z.string().optional().meta({
    description: 'Comparisons of any attribute but `published` (RFC 7644 §3.4.2.2); a list matches on any element',
    example: 'eventType sw "policy." and outcome.result eq "FAILURE"',
  }),
  q: keywordsSchema,
}

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
      ...logSearchQuery,
      after: cursorSchema,
      sortOrder: z.enum(['ASCENDING', 'DESCENDING']).default('ASCENDING'),
      limit: limitSchema(LIMITS.page.logs, 0),
    }),
    responses: { 200: z.array(logEventSchema) },
  }),
}
