import { ApiError } from '#contract/interface/api-error.ts'
import { isWordIndexError } from '#db/log-words.ts'
import type { Service } from '../../service/service.ts'
import type { LogWords } from './search-log.ts'
import { areWordsComplete, rebuildUnreadable } from './words-job.ts'

/**
 * Searches the log. WHY a search by words is refused while their index is rebuilt: it would leave out events without saying so.
 * @throws ApiError E0000047 while it is
 */
export async function withWords<T>(
  service: Pick<Service, 'reader' | 'write'>,
  { q = [] }: LogWords,
  work: () => Promise<T>,
): Promise<T> {
  if (q.length === 0) return work()
  if (!(await areWordsComplete(service))) throw busy()
  try {
    return await work()
  } catch (error) {
    if (!isWordIndexError(error)) throw error
    await rebuildUnreadable(service)
    throw busy()
  }
}

const BUSY = 'The index of words is being rebuilt from the audit log; search again later, or without words.'

const busy = () => new ApiError('E0000047', { causes: [{ errorSummary: BUSY }] })
