import { code, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import type { Searcher } from '#db/searches.ts'
import type { MarkedRow } from './import-mark.ts'
import { readableText } from '#audit-log/readable-text.sql.ts'
import type { LogPlan } from './list-events-plan.sql.ts'

/** An event as stored, with its places in the order of writing and of time. */
export interface LogRow extends MarkedRow {
  sequence: number
  published: string
}

export interface Walker {
  searcher: Searcher
  limit: number
  /** Events to pass over first. */
  offset?: number
}

/**
 * Columns of {@link MarkedRow} for a query that calls the log `e`. WHY `readableText`: another program may have left anything in the file,
 * and one event must not keep the others of its page from being read.
 */
export const MARKED_COLUMNS = `CAST(e.import_id AS TEXT) AS import_id,
  (SELECT i.key_fingerprint FROM log_imports i WHERE i.id = e.import_id) AS key_fingerprint,
  (SELECT json_object('id', i.connection_id, 'name', i.name) FROM log_imports i
    WHERE i.id = e.import_id AND i.connection_id IS NOT NULL) AS connection, ${readableText('e')} AS payload`

const ROW = code(`e.sequence, CAST(e.published AS TEXT) AS published, ${MARKED_COLUMNS}`)

interface NumberSpan {
  start: number
  end: number
  /** What is older is left out, unless it was written behind `head`: here, or elsewhere and no earlier than `late`. */
  since: string
  head: number
  late: string
}

/** A page in the order of writing, behind `start`, up to and with `end`. */
export async function walkByNumber(
  { searcher, limit }: Walker,
  { from, where }: LogPlan,
  { start, end, since, head, late }: NumberSpan,
): Promise<LogRow[]> {
  // WHY `+`: the index on time would lose the order.
  const { text, params } = sql`SELECT ${ROW} FROM ${from}
    WHERE e.sequence > ${start} AND e.sequence <= ${end} AND ${where}
    AND (+e.published >= ${since} OR (e.sequence > ${head} AND (e.import_id IS NULL OR +e.published >= ${late})))
    ORDER BY e.sequence LIMIT ${limit}`
  return searcher.all<LogRow>(text, params)
}

interface TimeSpan {
  from: { published: string; sequence: number }
  /** With it where the walk goes down, without it where it goes up. */
  end: string
  isDown: boolean
}

/** WHY one bound on each side: of two, SQLite may begin at the wider one and pass over all earlier pages. */
function spanOf({ from, end, isDown }: TimeSpan): Fragment {
  return isDown
    ? sql`(e.published, e.sequence) < (${from.published}, ${from.sequence}) AND e.published >= ${end}`
    : sql`(e.published, e.sequence) > (${from.published}, ${from.sequence}) AND e.published < ${end}`
}

/** A page in the order of time, from a place on. */
export async function walkByTime(walker: Walker, plan: LogPlan, span: TimeSpan): Promise<LogRow[]> {
  const order = code(span.isDown ? 'e.published DESC, e.sequence DESC' : 'e.published, e.sequence')
  const { searcher, limit, offset = 0 } = walker
  const { text, params } = sql`SELECT ${ROW} FROM ${plan.from} WHERE ${spanOf(span)} AND ${plan.where}
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`
  return searcher.all<LogRow>(text, params)
}
