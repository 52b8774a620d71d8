import { invalid } from '../../../contract/api-error.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { LogHistogram } from '../../../contract/log-browse.ts'
import { OUTCOMES } from '../../../contract/log-event.ts'
import type { Service } from '../../service.ts'
import type { Codes } from './column-codes.ts'
import { placeOf, type Columns } from './columns.ts'
import { countLog } from './count-log.ts'
import { requireStretch, searchLog, searchOf, type ClosedQuery } from '../search/search-log.ts'

const OUTCOME = placeOf('outcome.result')

export interface HistogramQuery extends ClosedQuery {
  stepMs: number
  /** Where the first bucket begins; `since` when absent. */
  origin?: string | undefined
}

/**
 * Counts the events of a query over time, by outcome.
 * @throws ApiError E0000001 for the stretch or its buckets, E0000053 or E0000031 for the filter, E0000009 when it takes
 *   too long
 */
export function countOverTime(service: Service, query: HistogramQuery): Promise<LogHistogram> {
  requireStretch(query)
  const { since, until, stepMs, origin = since } = query
  if (origin > since) throw invalid('origin', 'must not be after since', 'query')
  const buckets = Math.ceil((Date.parse(until) - Date.parse(origin)) / stepMs)
  if (buckets > LIMITS.logBuckets)
    throw invalid('stepMs', `makes ${buckets} buckets; there may be ${LIMITS.logBuckets}`, 'query')
  const search = searchOf(query)
  return searchLog(service, async (searcher) => {
    const start = Date.parse(origin)
    const byCode: number[][] = []
    let total = 0
    const codes = await countLog(service, searcher, query, search, ({ times, codes: columns }, selected) => {
      const outcomes = columns[OUTCOME] as Columns['codes'][number]
      for (const place of selected) {
        const row = (byCode[outcomes[place] as number] ??= new Array<number>(buckets).fill(0))
        const bucket = Math.floor(((times[place] as number) - start) / stepMs)
        row[bucket] = (row[bucket] as number) + 1
      }
      total += selected.length
    })
    return { origin, stepMs, total, counts: await byOutcome(codes, byCode) }
  })
}

/** An outcome that the catalogue does not have, from elsewhere, counts as unknown. */
async function byOutcome(codes: Codes, byCode: readonly number[][]): Promise<LogHistogram['counts']> {
  const names = await codes.valuesOf(OUTCOME, Object.keys(byCode).map(Number))
  const counts: LogHistogram['counts'] = {}
  byCode.forEach((row, each) => {
    const outcome = OUTCOMES.find((known) => known === names.get(each)) ?? 'UNKNOWN'
    counts[outcome] = counts[outcome]?.map((count, bucket) => count + (row[bucket] ?? 0)) ?? row
  })
  return counts
}
