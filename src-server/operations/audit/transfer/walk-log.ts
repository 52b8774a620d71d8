import { join, sql } from '#db/filter-sql-fragment.ts'
import type { Searcher } from '#db/searches.ts'
import type { ExportQuery } from '../../jobs/job-inputs.ts'
import { markedPayload } from '../search/import-mark.ts'
import { EVERYTHING, planSearch, type LogPlan } from '../search/list-events-plan.sql.ts'
import { walkByTime, type LogRow } from '../search/list-events-walk.sql.ts'
import { searchOf } from '../search/search-log.ts'
import { countOfPlan } from './transfer.sql.ts'

/** Runs one piece of reading; an export is many, so that other searches come between. */
export type Search = <T>(work: (searcher: Searcher) => Promise<T>) => Promise<T>

/** The part of the log that an export takes, the same however long it lasts. */
interface LogPart {
  plan: LogPlan
  since: string
  until: string
}

const BEGINNING = '0000-01-01T00:00:00.000Z'
const END_OF_TIME = '9999-12-31T23:59:59.999Z'

/** @throws ApiError E0000053 or E0000031 for the filter */
export async function partOf(search: Search, query: ExportQuery, newest: number): Promise<LogPart> {
  const { since = BEGINNING, until = END_OF_TIME } = query
  const expected = searchOf(query)
  const span = { since, until, behind: 0 }
  const plan = expected === null ? EVERYTHING : await search((searcher) => planSearch(searcher, expected, span))
  // WHY `+`: the order of writing is no way to a page in the order of time.
  const where = join([plan.where, sql`+e.sequence <= ${newest}`], 'AND')
  return { plan: { ...plan, where }, since, until }
}

export async function countPart(search: Search, { plan, since, until }: LogPart): Promise<number> {
  return search((searcher) => countOfPlan(searcher, plan, { since, until }))
}

/** Rows of a page, at most and at least, and the bytes that it should stay below: events differ by a thousand times. */
const PAGE = { rows: 500, fewest: 8, bytes: 4_194_304 }

/** The events of a part in the order of time, each as one line of JSON, a page at a time. */
export async function* walkPart(search: Search, { plan, since, until }: LogPart): AsyncGenerator<string[]> {
  let from: Pick<LogRow, 'published' | 'sequence'> = { published: since, sequence: 0 }
  let limit = 64
  for (;;) {
    const rows = await search((searcher) => walkByTime({ searcher, limit }, plan, { from, end: until, isDown: false }))
    const last = rows.at(-1)
    if (last) yield rows.map((row) => onOneLine(markedPayload(row)))
    if (!last || rows.length < limit) return
    from = last
    const bytes = rows.reduce((sum, { payload }) => sum + payload.length, 0)
    limit = Math.max(PAGE.fewest, Math.min(PAGE.rows, Math.floor((rows.length * PAGE.bytes) / bytes)))
  }
}

/** Line breaks stand between the parts of JSON only; ours have none, but another program may have written to the file. */
function onOneLine(payload: string): string {
  return /[\r\n]/.test(payload) ? payload.replaceAll(/[\r\n]/g, ' ') : payload
}
