import { z } from 'zod'
import { cursorSchema, limitSchema, repeatableSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'
import { SEARCH_KINDS, searchHitSchema, searchTextSchema } from '../gatehouse/search.ts'

/** One search over the names of everything that a person can open. */
export const searchRoutes = {
  searchObjects: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.orgs.read',
    method: 'GET',
    path: '/gatehouse/v1/search',
    summary: 'Find objects of any kind by a part of their name',
    description:
      'Best first: a whole name, its beginning, beginnings of its words, any part of it, then the further texts, and last what has a word of four letters or more but for one letter. Among equals people come after the kinds that are few, and rules last. The cursor is a place in this order: what is created or renamed meanwhile moves those behind it. After a thousand objects the list ends.',
    query: z.object({
      q: searchTextSchema,
      kind: repeatableSchema(z.enum(SEARCH_KINDS)).meta({ description: 'Only these kinds; repeat it for several' }),
      limit: limitSchema(LIMITS.page.search),
      after: cursorSchema,
    }),
    responses: { 200: z.array(searchHitSchema) },
  }),
}
