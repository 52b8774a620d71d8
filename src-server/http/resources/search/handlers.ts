import { searchObjects } from '#operations/search/search-objects.ts'
import type { searchRoutes } from '#contract/routes/search.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const searchHandlers: HandlerTable<typeof searchRoutes> = {
  searchObjects: async ({ service, query: { q, kind, limit, after } }) => {
    const { items, next } = await searchObjects(service, { words: q, kinds: kind, limit, after })
    return { body: items, next }
  },
}
