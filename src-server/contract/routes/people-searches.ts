import { peopleSearchSchema, peopleSearchWriteSchema } from '../directory/people-search.ts'
import { collection } from '../interface/collection.ts'
import { defineRoute } from '../interface/route.ts'

const searches = collection('peopleSearch', {
  tag: 'Searches of people',
  noun: 'a saved search of people',
  read: peopleSearchSchema,
  write: peopleSearchWriteSchema,
  created: 200,
})

/** The searches of people that the workspace keeps by name. */
export const peopleSearchRoutes = {
  listPeopleSearches: defineRoute({ ...searches.list, summary: 'List the saved searches of people, by name' }),
  createPeopleSearch: defineRoute({ ...searches.create, summary: 'Save a search of people' }),
  replacePeopleSearch: defineRoute(searches.replace),
  deletePeopleSearch: defineRoute(searches.remove),
}
