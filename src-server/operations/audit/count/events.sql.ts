import type { LogFacetAttribute } from '#contract/log/log-browse.ts'
import { code, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import type { Searcher } from '#db/searches.ts'
import { conditionOf, type LogSearch } from '../search/list-events-plan.sql.ts'
import type { ClosedQuery } from '../search/search-log.ts'
import type { EventValues } from './columns.ts'

/** As the triggers of migration 0030 read them. */
const TARGET_IDS = code(`SELECT json_group_array(DISTINCT t.value ->> '$.id')
  FROM json_each(e.payload, '$.target') AS t WHERE t.type = 'object' AND json_type(t.value, '$.id') = 'text'`)

/** The values of events from the log itself, in the order of writing. @param where a condition on `e` */
export async function readValues(searcher: Searcher, where: Fragment): Promise<EventValues[]> {
  // WHY one text for all: handing over rows costs more than reading them. WHY the cast: another program may have left bytes, which JSON has not.
  const { text, params } = sql`SELECT json_group_array(json_array(e.sequence, e.published, json_array(
      e.event_type, e.actor_id, json((${TARGET_IDS})), e.outcome, e.severity, e.ip, CAST(e.import_id AS TEXT)))) AS events
    FROM log_events AS e WHERE ${where}`
  const [row] = await searcher.all<{ events: string }>(text, params)
  const events = JSON.parse(row?.events ?? '[]') as [number, string, EventValues['values']][]
  return events
    .map(([sequence, published, values]) => ({ sequence, time: Date.parse(published), values }))
    .sort((a, b) => a.sequence - b.sequence)
}

/** Numbers of events, the end excluded, as a condition on `e`. */
export const numberedFrom = (first: number, end: number): Fragment =>
  sql`e.sequence >= ${first} AND e.sequence < ${end}`

interface Span {
  behind: number
  upTo: number
}

/** The part of a query that concerns a range of numbers, as a condition on `e`. */
export function conditionIn(
  { behind, upTo }: Span,
  { since, until }: Pick<ClosedQuery, 'since' | 'until'>,
  search: LogSearch | null,
): Fragment {
  const where = search ? sql`AND ${conditionOf(search, { behind, upTo })}` : sql``
  return sql`e.sequence > ${behind} AND e.sequence <= ${upTo} AND +e.published >= ${since} AND +e.published < ${until} ${where}`
}

/** The numbers of events that a condition holds for, in no order. @param from what is read, absent: the log as `e` */
export function numbersWhere(searcher: Searcher, where: Fragment, from = code('log_events AS e')): Promise<number[]> {
  return numbersIn(searcher, sql`SELECT e.sequence FROM ${from} WHERE ${where}`)
}

/** The numbers that a statement finds, in its column `sequence`, in no order. */
export async function numbersIn(searcher: Searcher, { text, params }: Fragment): Promise<number[]> {
  const [row] = await searcher.all<{ all: string }>(`SELECT json_group_array(sequence) AS "all" FROM (${text})`, params)
  return JSON.parse(row?.all ?? '[]') as number[]
}

const NAME_OF: Partial<Record<LogFacetAttribute, (id: string) => Fragment>> = {
  'actor.id': (id) => sql`SELECT coalesce(payload ->> '$.actor.displayName', payload ->> '$.actor.alternateId') AS name
    FROM log_events WHERE actor_id = ${id} ORDER BY published DESC LIMIT 1`,
  'target.id': (id) => sql`SELECT coalesce(t.value ->> '$.displayName', t.value ->> '$.alternateId') AS name
    FROM log_events AS e, json_each(e.payload, '$.target') AS t
    WHERE e.sequence = (SELECT max(sequence) FROM log_targets WHERE target_id = ${id}) AND t.value ->> '$.id' = ${id} LIMIT 1`,
  'gatehouse.import.id': (id) => sql`SELECT name FROM log_imports WHERE id = ${id}`,
}

/** The name in the latest event with an id, or of an import; null where there is none, and for values that are no ids. */
export async function labelOf(searcher: Searcher, attribute: LogFacetAttribute, id: string): Promise<string | null> {
  const query = NAME_OF[attribute]?.(id)
  if (!query) return null
  return (await searcher.all<{ name: string | null }>(query.text, query.params))[0]?.name ?? null
}
