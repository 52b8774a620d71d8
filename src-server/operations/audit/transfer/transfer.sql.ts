import type { LogImportDetail } from '#contract/log/log-transfer.ts'
import type { Reader } from '#db/connection.ts'
import { sql } from '#db/filter-sql-fragment.ts'
import type { Searcher } from '#db/searches.ts'
import type { LogPlan } from '../search/list-events-plan.sql.ts'

type Bounds = Pick<LogImportDetail, 'oldest' | 'newest'>

/** The first and the last moment of the events of an import. */
export async function boundsOfImport(searcher: Searcher, id: string): Promise<Bounds> {
  const text = 'SELECT min(published) AS oldest, max(published) AS newest FROM log_events WHERE import_id = ?'
  const [bounds] = await searcher.all<Bounds>(text, [id])
  return { oldest: bounds?.oldest ?? null, newest: bounds?.newest ?? null }
}

/** The number of events of an import. */
export async function countOfImport(reader: Pick<Reader, 'first'>, id: string): Promise<number> {
  const text = 'SELECT count(*) AS count FROM log_events WHERE import_id = ?'
  return (await reader.first<{ count: number }>(text, [id]))?.count ?? 0
}

/** The given event ids that are in the log. */
export async function uuidsInLog(reader: Pick<Reader, 'all'>, uuids: readonly string[]): Promise<Set<string>> {
  const text = 'SELECT uuid FROM log_events WHERE uuid IN (SELECT value FROM json_each(?))'
  const rows = await reader.all<{ uuid: string }>(text, [JSON.stringify(uuids)])
  return new Set(rows.map(({ uuid }) => uuid))
}

/** Whether any of the given event ids came with an import. */
export async function isAnyOfImport(reader: Reader, uuids: readonly string[], importId: string): Promise<boolean> {
  const text = `SELECT EXISTS (SELECT 1 FROM log_events
    WHERE uuid IN (SELECT value FROM json_each(?)) AND import_id = ?) AS found`
  return (await reader.first<{ found: number }>(text, [JSON.stringify(uuids), importId]))?.found === 1
}

interface TimeRange {
  since: string
  until: string
}

/** The number of events that a plan finds in a time range, the end excluded. */
export async function countOfPlan(searcher: Searcher, plan: LogPlan, { since, until }: TimeRange): Promise<number> {
  const { text, params } = sql`SELECT count(*) AS count FROM ${plan.from}
    WHERE e.published >= ${since} AND e.published < ${until} AND ${plan.where}`
  return (await searcher.all<{ count: number }>(text, params))[0]?.count ?? 0
}
