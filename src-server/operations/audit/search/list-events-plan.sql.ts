import type { Visible } from '#audit-log/rights.ts'
import { filterToSql, type FilterSource } from '#db/filter-sql.ts'
import { code, join, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import type { Searcher } from '#db/searches.ts'
import type { Filter } from '#filter/index.ts'

/** A search for events, without its time range. */
export interface LogSearch {
  filter: Filter | null
  /** All must stand in the event. */
  keywords: readonly string[]
}

/** The part of the log that is asked: by time, and behind a place in the order of writing. */
interface LogSpan {
  since: string
  until: string | null
  behind: number
}

/** Numbers in the order of writing: behind the one, up to and with the other. */
interface NumberRange {
  behind: number
  upTo?: number
}

/** The log as `e`, or the few rows of it that can be meant, and the condition on them. */
export interface LogPlan {
  from: Fragment
  where: Fragment
  /** Whether it gathers few events, instead of walking the log. */
  isRare: boolean
}

/** A column of the import of an event; where `present` is null it has none. */
const ofImport = (column: string, present = column) => ({
  ...{ rows: 'log_imports i', tie: `i.id = e.import_id AND ${present} IS NOT NULL`, column },
})

const ATTRIBUTES: FilterSource['attributes'] = {
  uuid: { column: 'e.uuid' },
  eventType: { column: 'e.event_type' },
  'actor.id': { column: 'e.actor_id' },
  severity: { column: 'e.severity', letters: 'capital' },
  'outcome.result': { column: 'e.outcome', letters: 'capital' },
  'client.ipAddress': { column: 'e.ip', letters: 'small' },
  'transaction.id': { column: 'e.transaction_id' },
  'authenticationContext.externalSessionId': { column: 'e.session_id' },
  // What `import-mark.ts` adds is not in the stored text.
  gatehouse: { column: 'e.import_id' },
  'gatehouse.import': { column: 'e.import_id' },
  'gatehouse.import.id': { column: 'e.import_id' },
  'gatehouse.import.keyFingerprint': ofImport('i.key_fingerprint'),
  'gatehouse.connection': ofImport('i.connection_id'),
  'gatehouse.connection.id': ofImport('i.connection_id'),
  'gatehouse.connection.name': ofImport('i.name', 'i.connection_id'),
  'target.id': { rows: 'log_targets t', tie: 't.sequence = e.sequence', column: 't.target_id' },
}
const INDEXED: FilterSource = { attributes: ATTRIBUTES, documents: { '': 'e.payload' } }

/** The same without its indexes: `+` keeps SQLite from choosing one that would lose the order of the page. */
const UNINDEXED: FilterSource = {
  ...INDEXED,
  attributes: Object.fromEntries(
    Object.entries(ATTRIBUTES).map(([path, source]) => [
      path,
      'rows' in source ? source : { ...source, column: `+${source.column}` },
    ]),
  ),
}

/** Parts of a query that are counted, the first ones; more would cost more than they save. */
const COUNTED_PARTS = 8
/** Up to so many events, it is quicker to gather them all and sort than to walk the log until the page is full. */
const FEW = 5_000
/** Counting stops here: enough to tell which of two frequent parts is rarer, within milliseconds. */
const COUNTED_EVENTS = 20_000

/** The same, of the events that the caller may see. */
export function restrict(plan: LogPlan, visible: Visible): LogPlan {
  return { ...plan, where: sql`${plan.where} AND ${code(visible.condition)}` }
}

export const EVERYTHING: LogPlan = { from: code('log_events AS e'), where: code('1'), isRare: false }

/**
 * Chooses the way to a page. Each part of the query that an index answers is counted, up to a bound; if the
 * rarest is rare, its events are gathered, else the log is walked in the order of the page. WHY by hand: SQLite knows
 * nothing of how often a value stands in the log, and guesses that any is rare.
 */
export async function planSearch(searcher: Searcher, { filter, keywords }: LogSearch, span: LogSpan): Promise<LogPlan> {
  const asked = filter === null ? [] : filter.kind === 'and' ? filter.operands : [filter]
  const conjuncts = await Promise.all(asked.map((part) => byImports(searcher, part)))
  const ways = conjuncts.flatMap((conjunct): Way[] => {
    const rows = rowsOf(conjunct, span)
    return rows ? [{ rows, conjunct }] : []
  })
  if (keywords.length > 0) ways.unshift({ rows: rowsWithWords(keywords, span), conjunct: null })

  const counted = ways.slice(0, COUNTED_PARTS)
  const fewest = await rarestOf(searcher, counted, FEW + 1)
  const rare = fewest !== null && fewest.count <= FEW ? fewest : null
  const leading = rare || counted.length < 2 ? fewest : await rarestOf(searcher, counted, COUNTED_EVENTS)
  const isInOrder = (conjunct: Filter) =>
    !rare && span.until !== null && conjunct === leading?.conjunct && conjunct.kind === 'compare'
  const conditions = conjuncts.map((conjunct) => filterToSql(conjunct, isInOrder(conjunct) ? INDEXED : UNINDEXED))
  const isByText = rare !== null && rare.conjunct === null
  // WHY `+`: SQLite would take the words for rare, and sort all events that have them.
  if (keywords.length > 0 && !isByText) conditions.push(sql`+e.sequence IN (${rowsWithWords(keywords, span)})`)
  const where = join(conditions, 'AND')
  if (!rare) return { from: EVERYTHING.from, where, isRare: false }
  return {
    from: sql`(SELECT DISTINCT sequence FROM (${rare.rows})) AS few CROSS JOIN log_events AS e ON e.sequence = few.sequence`,
    where,
    isRare: true,
  }
}

/** What is known of an event by its import alone. */
const OF_IMPORT: FilterSource = {
  attributes: {
    'gatehouse.connection.id': { column: 'i.connection_id' },
    'gatehouse.connection.name': { column: 'iif(i.connection_id IS NULL, NULL, i.name)' },
  },
  documents: {},
}
/** A connection has one import, or a few: another address is another one. */
const FEW_IMPORTS = 20

/** A part of a filter that names a connection as one that names its imports, which an index answers in order of time. */
async function byImports(searcher: Searcher, part: Filter): Promise<Filter> {
  if (part.kind !== 'compare' || part.operator !== 'eq' || !(part.attribute.path in OF_IMPORT.attributes)) return part
  // Own events have none, and no import.
  if (part.value === null) return part
  const { text, params } =
    sql`SELECT i.id FROM log_imports i WHERE ${filterToSql(part, OF_IMPORT)} LIMIT ${FEW_IMPORTS + 1}`
  const imports = await searcher.all<{ id: string }>(text, params)
  if (imports.length === 0 || imports.length > FEW_IMPORTS) return part
  const attribute = { ...part.attribute, path: 'gatehouse.import.id', exact: true }
  const [first, ...more] = imports.map(({ id }) => ({ ...part, attribute, value: id }))
  if (!first) return part
  const { start, end } = part
  return more.length === 0 ? first : { kind: 'or', operands: [first, ...more], start, end }
}

/** A search as a condition on the log as `e`, for what walks it by number; `range` is where the words are looked up. */
export function conditionOf({ filter, keywords }: LogSearch, range: NumberRange): Fragment {
  const conditions = filter ? [filterToSql(filter, UNINDEXED)] : []
  if (keywords.length > 0) conditions.push(sql`+e.sequence IN (${rowsWithWords(keywords, range)})`)
  return join(conditions, 'AND')
}

interface Way {
  rows: Fragment
  /** The part of the filter that it answers; null for the words. */
  conjunct: Filter | null
}

/** The index query with the fewest events, counted up to a bound. */
async function rarestOf(
  searcher: Searcher,
  ways: readonly Way[],
  bound: number,
): Promise<(Way & { count: number }) | null> {
  const counted = await Promise.all(
    ways.map(async (way) => ({ ...way, count: await countUpTo(searcher, way.rows, bound) })),
  )
  return counted.sort((a, b) => a.count - b.count)[0] ?? null
}

async function countUpTo(searcher: Searcher, rows: Fragment, bound: number): Promise<number> {
  const { text, params } = sql`SELECT count(*) AS count FROM (${rows} LIMIT ${bound})`
  return (await searcher.all<{ count: number }>(text, params))[0]?.count ?? 0
}

/** A query for the numbers of all events of a span that a part of the filter can mean; null where no index tells them. */
function rowsOf(part: Filter, span: LogSpan): Fragment | null {
  if (part.kind === 'or') {
    const each = part.operands.map((operand) => rowsOf(operand, span))
    return each.every((rows) => rows !== null) ? each.reduce((all, rows) => sql`${all} UNION ALL ${rows}`) : null
  }
  if (part.kind !== 'compare' || part.operator !== 'eq' || typeof part.value !== 'string') return null
  const { path } = part.attribute
  if (path === 'target.id')
    return sql`SELECT sequence FROM log_targets WHERE target_id = ${part.value} AND sequence > ${span.behind}`
  const source = ATTRIBUTES[path]
  if (!source || 'rows' in source) return null
  const until = span.until === null ? code('') : sql`AND e.published < ${span.until}`
  return sql`SELECT e.sequence FROM log_events AS e WHERE ${filterToSql(part, INDEXED)}
    AND e.published >= ${span.since} ${until} AND +e.sequence > ${span.behind}`
}

/** Each word in quotes, so that none is read as an operator of the index; all must be there. */
const phrases = (keywords: readonly string[]) => keywords.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ')

/** A query for the numbers of all events of a range with these words. */
export function rowsWithWords(keywords: readonly string[], { behind, upTo }: NumberRange): Fragment {
  const end = upTo === undefined ? code('') : sql`AND rowid <= ${upTo}`
  return sql`SELECT rowid AS sequence FROM log_words
    WHERE log_words MATCH ${phrases(keywords)} AND rowid > ${behind} ${end}`
}
