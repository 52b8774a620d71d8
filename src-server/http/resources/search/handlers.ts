import { searchObjects } from '#operations/search/search-objects.ts'
import type { searchRoutes } from '#contract/routes/search.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const searchHandlers: HandlerTable<typeof searchRoutes> = {
  searchObjects: async ({ service, query: { q, kind, limit } }) => ({
    body: await searchObjects(service, { words: q, kinds: kind, limit }),
  }),
}
