import type { peopleSearchRoutes } from '#contract/routes/people-searches.ts'
import { peopleSearches } from '#operations/saved-searches/people-searches.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { collectionHandlers } from '../collection.ts'

const searches = collectionHandlers({
  ...peopleSearches,
  param: 'peopleSearchId',
  list: async ({ reader }, _query: object) => ({ items: await peopleSearches.list(reader), next: null }),
  present: (search) => search,
})

export const peopleSearchHandlers: HandlerTable<typeof peopleSearchRoutes> = {
  listPeopleSearches: searches.listWhole,
  createPeopleSearch: searches.create,
  replacePeopleSearch: searches.replace,
  deletePeopleSearch: searches.remove,
}
