import { OUTCOMES } from '#contract/log/log-event.ts'
import type { LogHistogram } from '#contract/log/log-browse.ts'
import type { Searcher } from '#db/searches.ts'
import { searchOf, type ClosedQuery } from '../search/search-log.ts'
import type { Codes } from './column-codes.ts'
import { placeOf, type Columns } from './columns.ts'
import { scanLog } from './scan-columns.ts'

const OUTCOME = placeOf('outcome.result')

/** A query with the buckets that its events are counted in. */
interface BucketsQuery extends ClosedQuery {
  /** Where the first begins. */
  origin: string
  stepMs: number
  buckets: number
}

/** Counts the events of a query over time, by outcome; computes as long as there are events. */
export async function tallyHistogram(searcher: Searcher, query: BucketsQuery): Promise<LogHistogram> {
  const { origin, stepMs, buckets } = query
  const start = Date.parse(origin)
  const byCode: number[][] = []
  let total = 0
  const codes = await scanLog(searcher, query, searchOf(query), ({ times, codes: columns }, selected) => {
    const outcomes = columns[OUTCOME] as Columns['codes'][number]
    for (const place of selected) {
      const row = (byCode[outcomes[place] as number] ??= new Array<number>(buckets).fill(0))
      const bucket = Math.floor(((times[place] as number) - start) / stepMs)
      row[bucket] = (row[bucket] as number) + 1
    }
    total += selected.length
  })
  return { origin, stepMs, total, counts: await byOutcome(codes, byCode) }
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
