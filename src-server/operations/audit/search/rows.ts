import { notFound } from '#contract/interface/api-error.ts'
import type { LogEventDetail, LogRow } from '#contract/log/log-browse.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import type { Searcher } from '#db/searches.ts'
import type { Service } from '../../service/service.ts'
import { markedPayload } from './import-mark.ts'
import { EVERYTHING, planSearch, restrict } from './list-events-plan.sql.ts'
import { walkByTime, type LogRow as StoredRow } from './list-events-walk.sql.ts'
import { eventWithId } from './log-events.sql.ts'
import { assertRange, searchLog, searchOf, type ClosedQuery } from './search-log.ts'
import { withWords } from './with-words.ts'

interface LogRowsQuery extends ClosedQuery {
  /** Events before the first expected one, in the order asked for. */
  offset: number
  limit: number
  newestFirst: boolean
}

/**
 * Events of a stretch of time by their position in it.
 * @throws ApiError E0000001 for the stretch, E0000053 or E0000031 for the filter, E0000009 when it takes too long, E0000047
 */
export function listLogRows(service: Service, query: LogRowsQuery): Promise<LogRow[]> {
  assertRange(query)
  const { since, until, offset, limit, newestFirst: isDown } = query
  const search = searchOf(query)
  const read = async (searcher: Searcher) => {
    const plan = search ? await planSearch(searcher, search, { since, until, behind: 0 }) : EVERYTHING
    const from = { published: isDown ? until : since, sequence: 0 }
    const shown = restrict(plan, service.reader.visible('read', 'logEvent'))
    const rows = await walkByTime({ searcher, limit, offset }, shown, { from, end: isDown ? since : until, isDown })
    return rows.map(toLogRow)
  }
  return withWords(service, query, () => searchLog(service, read))
}

/** @throws E0000007 */
export async function requireLogEvent({ store }: Service, uuid: string): Promise<LogEventDetail> {
  const row = await eventWithId(store.read, uuid)
  if (!row) throw notFound(uuid, 'LogEvent')
  return { ...toLogRow(row), chain: Buffer.from(row.chain ?? []).toString('hex') }
}

function toLogRow(row: StoredRow): LogRow {
  return { sequence: row.sequence, importId: row.import_id, event: JSON.parse(markedPayload(row)) as LogEvent }
}
