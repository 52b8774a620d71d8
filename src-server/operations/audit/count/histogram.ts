import { invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { LogHistogram } from '#contract/log/log-browse.ts'
import type { Service } from '../../service/service.ts'
import { assertRange, searchOf, type ClosedQuery } from '../search/search-log.ts'
import { withWords } from '../search/with-words.ts'
import { count } from './count-log.ts'

interface HistogramQuery extends ClosedQuery {
  stepMs: number
  /** Where the first bucket begins; `since` when absent. */
  origin?: string | undefined
}

/**
 * Counts the events of a query over time, by outcome.
 * @throws ApiError E0000001 for the stretch or its buckets, E0000053 or E0000031 for the filter, E0000009 when it takes
 *   too long, E0000047
 */
export async function countOverTime(service: Service, query: HistogramQuery): Promise<LogHistogram> {
  assertRange(query)
  const { since, until, stepMs, origin = since } = query
  if (origin > since) throw invalid('origin', 'must not be after since', 'query')
  const buckets = Math.ceil((Date.parse(until) - Date.parse(origin)) / stepMs)
  if (buckets > LIMITS.logBuckets)
    throw invalid('stepMs', `makes ${buckets} buckets; there may be ${LIMITS.logBuckets}`, 'query')
  searchOf(query)
  const input = { ...query, origin, buckets }
  const tally = () => count(service, (signal) => service.workers.run('histogram', input, { signal }))
  return withWords(service, query, tally)
}
