import type { LogFacet } from '#contract/log/log-browse.ts'
import type { Service } from '../../service/service.ts'
import { assertRange, searchOf } from '../search/search-log.ts'
import { withWords } from '../search/with-words.ts'
import { count } from './count-log.ts'
import type { FacetsQuery } from './tally-facets.ts'

/**
 * Counts the events of a query by their most frequent values.
 * @throws ApiError E0000001 for the stretch, E0000053 or E0000031 for the filter, E0000009 when it takes too long, E0000047
 */
export async function listLogFacets(service: Service, query: FacetsQuery): Promise<LogFacet[]> {
  assertRange(query)
  searchOf(query)
  if (!service.reader.visible('read', 'logEvent').isAny) return []
  const tally = () => count(service, (signal) => service.workers.run('facets', query, { signal }))
  return withWords(service, query, tally)
}
