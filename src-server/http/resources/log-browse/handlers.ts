import { listLogFacets } from '#operations/audit/count/facets.ts'
import { countOverTime } from '#operations/audit/count/histogram.ts'
import { listLogRows, requireLogEvent } from '#operations/audit/search/rows.ts'
import { logSearches } from '#operations/saved-searches/log-searches.ts'
import type { logBrowseRoutes } from '#contract/routes/log-browse.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { collectionHandlers } from '../collection.ts'

const savedSearches = collectionHandlers({
  ...logSearches,
  param: 'searchId',
  list: async ({ reader }, _query: object) => ({ items: await logSearches.list(reader), next: null }),
  present: (search) => search,
})

export const logBrowseHandlers: HandlerTable<typeof logBrowseRoutes> = {
  getLogHistogram: async ({ service, query }) => ({ body: await countOverTime(service, query) }),
  listLogFacets: async ({ service, query }) => ({ body: await listLogFacets(service, query) }),
  listLogRows: async ({ service, query }) => ({ body: await listLogRows(service, query) }),
  getLogEvent: async ({ service, params }) => ({ body: await requireLogEvent(service, params.uuid) }),

  listSavedSearches: savedSearches.listWhole,
  createSavedSearch: savedSearches.create,
  replaceSavedSearch: savedSearches.replace,
  deleteSavedSearch: savedSearches.remove,
}
