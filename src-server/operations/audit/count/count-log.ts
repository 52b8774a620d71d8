import { LIMITS } from '#contract/interface/limits.ts'
import type { Service } from '../../service/service.ts'
import { tooLong } from '../search/search-log.ts'
import { requestColumns } from './columns-job.ts'

/**
 * Has the log counted, no longer than a search may take; afterwards, even where it took too long, columns that could have been
 * there are asked for, for the next one.
 * @throws ApiError E0000009 with advice
 */
export async function count<T>(service: Service, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(LIMITS.searchMs)
  try {
    return await work(signal)
  } catch (error) {
    throw signal.aborted ? tooLong() : error
  } finally {
    // What is not asked for now is asked for by the next one who counts.
    requestColumns(service).catch(() => {})
  }
}
