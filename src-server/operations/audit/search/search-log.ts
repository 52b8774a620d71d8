import { ApiError, invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { SearchTimeout, type Searcher } from '#db/searches.ts'
import { LOG_EVENTS, requireFilter } from '#filter/index.ts'
import type { Service } from '../../service/service.ts'
import type { LogSearch } from './list-events-plan.sql.ts'

/** What a query asks of events, as it is written. */
export interface LogWords {
  filter?: string | undefined
  /** Keywords; all must stand in the event. */
  q?: readonly string[] | undefined
}

/** A query of a closed stretch of time; `until` is exclusive. */
export interface ClosedQuery extends LogWords {
  since: string
  until: string
}

/** @returns null where everything is expected. @throws ApiError E0000053 or E0000031 */
export function searchOf({ filter, q: keywords = [] }: LogWords): LogSearch | null {
  if (filter === undefined && keywords.length === 0) return null
  return { filter: filter === undefined ? null : requireFilter(filter, LOG_EVENTS), keywords }
}

/** @throws ApiError E0000001 where the stretch has no length */
export function assertRange({ since, until }: Pick<ClosedQuery, 'since' | 'until'>): void {
  if (since >= until) throw invalid('since', 'must be before until', 'query')
}

/** Reads the log beside the ordinary reads, and no longer than a search may. @throws ApiError E0000009 with advice */
export function searchLog<T>(service: Service, work: (searcher: Searcher) => Promise<T>): Promise<T> {
  return service.store.searches.run(work, LIMITS.searchMs).catch((error: unknown) => {
    throw error instanceof SearchTimeout ? tooLong() : error
  })
}

/** E0000009 with what makes a query of the log quicker. */
export function tooLong(): ApiError {
  const advice = `the query took longer than ${LIMITS.searchMs / 1_000} seconds; bound it by since and until, or compare eventType, actor.id, target.id, client.ipAddress, outcome.result or severity by eq`
  return new ApiError('E0000009', { causes: [{ errorSummary: advice }] })
}
