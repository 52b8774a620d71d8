import { z } from 'zod'
import { collection } from '../interface/collection.ts'
import { limitSchema, queryBooleanSchema, wholeNumberSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import {
  LOG_FACETS,
  logEventDetailSchema,
  logFacetSchema,
  logHistogramSchema,
  logRowSchema,
  savedSearchSchema,
  savedSearchWriteSchema,
} from '../log/log-browse.ts'
import { defineRoute } from '../interface/route.ts'
import { logSearchQuery } from './logs.ts'

const read = { tag: 'Audit log', scope: 'svc.logs.read' } as const
const manage = { tag: 'Audit log', scope: 'svc.orgs.manage' } as const
const searches = collection('savedSearch', {
  tag: 'Audit log',
  noun: 'a saved search',
  read: savedSearchSchema,
  write: savedSearchWriteSchema,
  created: 200,
})

/** A closed stretch of time and what is expected in it; unlike the interface's own, it may reach back as far as the log does. */
const closed = z.object({
  since: logSearchQuery.since.unwrap(),
  until: logSearchQuery.until.unwrap().meta({ description: 'Exclusive' }),
  filter: logSearchQuery.filter,
  q: logSearchQuery.q,
})

/** What the audit page reads beside `GET /api/v1/logs`: counts, rows by position, saved searches. */
export const logBrowseRoutes = {
  getLogHistogram: defineRoute({
    ...read,
    method: 'GET',
    path: '/gatehouse/v1/logs/histogram',
    summary: 'Count the events of a query over time, by outcome',
    query: closed.extend({
      stepMs: wholeNumberSchema(1, 366 * 86_400_000).meta({
        description: `Width of a bucket; at most ${LIMITS.logBuckets} buckets`,
      }),
      origin: logSearchQuery.since.meta({
        description: 'Where the first bucket begins, not after `since`; `since` when absent',
      }),
    }),
    responses: { 200: logHistogramSchema },
  }),
  listLogFacets: defineRoute({
    ...read,
    method: 'GET',
    path: '/gatehouse/v1/logs/facets',
    summary: 'Count the events of a query by their most frequent values',
    query: closed.extend({
      attribute: z.enum(LOG_FACETS).optional().meta({ description: 'Only this one' }),
      values: wholeNumberSchema(1, LIMITS.logFacetValues.max).default(LIMITS.logFacetValues.fallback),
    }),
    responses: { 200: z.array(logFacetSchema) },
  }),
  listLogRows: defineRoute({
    ...read,
    method: 'GET',
    path: '/gatehouse/v1/logs/rows',
    summary: 'Read events by their position',
    description:
      'In the order of time. `offset` counts from `until` downwards, or from `since` upwards; the histogram tells which bound lies close to a far position.',
    query: closed.extend({
      offset: wholeNumberSchema(0, LIMITS.logRowOffset).default(0),
      limit: limitSchema(LIMITS.page.logRows),
      newestFirst: queryBooleanSchema(true),
    }),
    responses: { 200: z.array(logRowSchema) },
  }),
  getLogEvent: defineRoute({
    ...read,
    method: 'GET',
    path: '/gatehouse/v1/logs/events/{uuid}',
    summary: 'Read one event of the audit log',
    params: z.object({ uuid: idSchema }),
    responses: { 200: logEventDetailSchema },
  }),

  listSavedSearches: defineRoute({
    ...searches.list,
    summary: 'List the saved searches of the audit log, by name',
  }),
  createSavedSearch: defineRoute({ ...searches.create, ...manage, summary: 'Save a search of the audit log' }),
  replaceSavedSearch: defineRoute({ ...searches.replace, ...manage }),
  deleteSavedSearch: defineRoute({ ...searches.remove, ...manage }),
}
