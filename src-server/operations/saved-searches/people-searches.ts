import type { PeopleSearchWrite } from '#contract/directory/people-search.ts'
import { invalid } from '#contract/interface/api-error.ts'
import { parseFilter, userSearch } from '#filter/index.ts'
import { savedSearchesOf } from './saved-searches.ts'

const GRAMMAR = userSearch(null)

/** Searches of people: by an expression, or by words. */
export const peopleSearches = savedSearchesOf<Omit<PeopleSearchWrite, 'name'>>({
  list: 'people',
  kind: 'peopleSearch',
  assertReadable({ search, words }) {
    if ((search === '') === (words === '')) throw invalid('search', 'must be given, or words in its place')
    if (search === '') return
    const result = parseFilter(search, GRAMMAR)
    if (!result.ok) throw invalid('search', result.problems.map(({ message }) => message).join('; '))
  },
})
