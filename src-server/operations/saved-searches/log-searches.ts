import { invalid } from '#contract/interface/api-error.ts'
import type { SavedSearchWrite } from '#contract/log/log-browse.ts'
import { logSearchQuery } from '#contract/routes/logs.ts'
import { LOG_EVENTS, parseFilter } from '#filter/index.ts'
import { savedSearchesOf } from './saved-searches.ts'

/** Searches of the audit log. */
export const logSearches = savedSearchesOf<Omit<SavedSearchWrite, 'name'>>({
  list: 'log',
  kind: 'savedSearch',
  assertReadable({ filter, q, range }) {
    if (filter !== '') {
      const result = parseFilter(filter, LOG_EVENTS)
      if (!result.ok) throw invalid('filter', result.problems.map(({ message }) => message).join('; '))
    }
    if (q !== '') {
      const { error } = logSearchQuery.q.safeParse(q)
      if (error) throw invalid('q', error.issues.map(({ message }) => message).join('; '))
    }
    if (range.name !== 'custom') return
    if (range.since !== '' && range.until !== '' && range.since >= range.until)
      throw invalid('range.since', 'must be before until')
  },
})
