import { listLogFacets } from '../../../operations/audit/count/facets.ts'
import { countOverTime } from '../../../operations/audit/count/histogram.ts'
import { listLogRows, requireLogEvent } from '../../../operations/audit/search/rows.ts'
import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  replaceSavedSearch,
  requireSavedSearch,
} from '../../../operations/audit/search/saved-searches.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const logBrowseHandlers: HandlerTable<'logBrowse'> = {
  getLogHistogram: async ({ service, query }) => ({ body: await countOverTime(service, query) }),
  listLogFacets: async ({ service, query }) => ({ body: await listLogFacets(service, query) }),
  listLogRows: async ({ service, query }) => ({ body: await listLogRows(service, query) }),
  getLogEvent: async ({ service, params }) => ({ body: await requireLogEvent(service, params.uuid) }),

  listSavedSearches: async ({ service }) => ({ body: await listSavedSearches(service) }),

  createSavedSearch: async ({ service, act, body }) => ({
    body: await requireSavedSearch(service, await createSavedSearch(service, act, body)),
  }),

  replaceSavedSearch: async ({ service, act, params, body }) => {
    await replaceSavedSearch(service, act, params.searchId, body)
    return { body: await requireSavedSearch(service, params.searchId) }
  },

  deleteSavedSearch: async ({ service, act, params }) => {
    await deleteSavedSearch(service, act, params.searchId)
    return { body: undefined }
  },
}
