import type { SavedSearchWrite } from '#contract/log/log-browse.ts'
import { api } from '#ui/api/client.ts'
import { writeOf } from './saved-searches.ts'

/** The saved searches of the audit log. */
export const logSearchCalls = {
  list: (signal: AbortSignal) => api.call('listSavedSearches', { signal }),
  create: (body: SavedSearchWrite) => api.call('createSavedSearch', { body }),
  replace: (searchId: string, body: SavedSearchWrite) => api.call('replaceSavedSearch', { params: { searchId }, body }),
  remove: (searchId: string) => api.call('deleteSavedSearch', { params: { searchId } }),
  writeOf,
}
