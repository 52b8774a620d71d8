import { listLogFacets } from '#operations/audit/count/facets.ts'
import { countOverTime } from '#operations/audit/count/histogram.ts'
import { listLogRows, requireLogEvent } from '#operations/audit/search/rows.ts'
import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  replaceSavedSearch,
  requireSavedSearch,
} from '#operations/audit/search/saved-searches.ts'
import type { logBrowseRoutes } from '#contract/routes/log-browse.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const logBrowseHandlers: HandlerTable<typeof logBrowseRoutes> = {
  getLogHistogram: async ({ service, query }) => ({ body: await countOverTime(service, query) }),
  listLogFacets: async ({ service, query }) => ({ body: await listLogFacets(service, query) }),
  listLogRows: async ({ service, query }) => ({ body: await listLogRows(service, query) }),
  getLogEvent: async ({ service, params }) => ({ body: await requireLogEvent(service, params.uuid) }),

  listSavedSearches: async ({ reader }) => ({ body: await listSavedSearches(reader) }),

  createSavedSearch: async ({ reader, write, body }) => ({
    body: await requireSavedSearch(reader, await write((tx) => createSavedSearch(tx, body))),
  }),

  replaceSavedSearch: async ({ reader, write, params, body }) => {
    await write((tx) => replaceSavedSearch(tx, params.searchId, body))
    return { body: await requireSavedSearch(reader, params.searchId) }
  },

  deleteSavedSearch: async ({ write, params }) => {
    await write((tx) => deleteSavedSearch(tx, params.searchId))
    return { body: undefined }
  },
}
