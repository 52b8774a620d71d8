import { code, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import type { SqlValue } from '#db/driver.ts'
import type { Searcher } from '#db/searches.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import type { Place } from './search-cursor.ts'
import type { Way } from './user-index.sql.ts'
import type { UserOrder } from './user-order.sql.ts'

/** A query for a page of people. */
export interface UserQuery {
  /** What must hold of person `u`. */
  where: Fragment
  /** Indexes that leave few people to ask. */
  ways: readonly Way[]
  /** Null: by id. */
  order: UserOrder | null
  isDescending: boolean
  limit: number
  after: Place | null
}

/** A person with the key that the page is sorted by, where it is not by id. */
type Found = UserRecord & { sortKey?: SqlValue }

/** A page of the people whom a query finds. */
export async function findUsers(searcher: Searcher, query: UserQuery): Promise<Found[]> {
  const rows: Found[] = []
  for (const { text, params } of pageStatements(await planUsers(searcher, query), query)) {
    if (rows.length >= query.limit) break
    rows.push(...(await searcher.all<object>(text, params)).map((row) => users.fromRow<Found>(row)))
  }
  return rows
}

/** The number of people that a query finds. */
export async function countFound(searcher: Searcher, query: UserQuery): Promise<number> {
  const { text, params } = countStatement(await planUsers(searcher, query), query)
  return (await searcher.all<{ count: number }>(text, params))[0]?.count ?? 0
}

/** How a page is read: from the few rows that an index leaves, in the order of an index, or all people by id. */
interface UserPlan {
  gather: Way | null
  /** Leads through people in the order of ids. */
  walk: Way | null
}

/** Ways that are counted; more would cost more than they save. */
const MOST_COUNTED = 8
/** Counting stops here. */
const COUNTED = 20_000

/**
 * Chooses the cheaper of gathering all that the rarest index leaves, and walking in the order of the page until it is full. WHY by
 * hand: SQLite does not know how often a value occurs, and guesses that any is rare.
 */
async function planUsers(searcher: Searcher, { ways, order, limit }: UserQuery): Promise<UserPlan> {
  const [only, another] = ways
  if (!only) return { gather: null, walk: null }
  // Each person it leads to is on the page.
  if (!order && !another && only.inOrder) return { gather: null, walk: only }
  const { total, counted } = await countWays(searcher, ways.slice(0, MOST_COUNTED))
  const [rarest] = counted
  const leading = order ? undefined : counted.find(({ inOrder }) => inOrder)
  // As if nothing had to do with each other: each condition thins out the people on the way.
  const passed = counted.filter((way) => way !== leading).reduce((all, { count }) => (all * total) / (count + 1), limit)
  const gathers = rarest !== undefined && rarest.count < COUNTED && rarest.count < passed
  return gathers ? { gather: rarest, walk: null } : { gather: null, walk: leading ?? null }
}

/** The number of people that each way finds, up to a bound, the rarest first; and roughly how many people there are. */
async function countWays(searcher: Searcher, ways: readonly Way[]) {
  const counts = ways.map(
    ({ rows }, at) => sql`(SELECT count(*) FROM (${rows} LIMIT ${COUNTED})) AS ${code(`way${at}`)}`,
  )
  const { text, params } = counts.reduce(
    (all, one) => sql`${all}, ${one}`,
    code('SELECT (SELECT max(rowid) FROM users) AS total'),
  )
  const row = (await searcher.all<Record<string, number | null>>(text, params))[0] ?? {}
  const counted = ways.map((way, at) => ({ ...way, count: row[`way${at}`] ?? 0 }))
  return { total: row['total'] ?? 0, counted: counted.sort((a, b) => a.count - b.count) }
}

const COLUMNS = code(users.select('u'))

/** The statements of a page: the second one is for those without a key, where the first has not filled it. */
function pageStatements(plan: UserPlan, query: UserQuery): Fragment[] {
  const { order, after } = query
  if (plan.gather) return [gathered(plan.gather, query)]
  if (!order) return [byId(plan.walk, query)]
  const isBehind = after?.key === null
  return [...(isBehind ? [] : [inOrder(order, query)]), ...(order.isOptional ? [withoutKey(order, query)] : [])]
}

/** The statement that counts all whom a query finds. */
function countStatement({ gather, walk }: UserPlan, { where }: UserQuery): Fragment {
  const way = gather ?? walk
  const people = way ? from(sql`SELECT DISTINCT person FROM (${way.rows})`) : code('users u')
  return sql`SELECT count(*) AS count FROM ${people} WHERE ${where}`
}

const from = (rows: Fragment) => sql`(${rows}) few CROSS JOIN users u ON u.id = few.person`

/** The condition for rows after the last one of the page before, by key and id. */
function behind({ isDescending, after }: UserQuery, key: Fragment, id: Fragment): Fragment {
  if (after?.key === undefined || after.key === null) return code('1')
  return sql`(${key}, ${id}) ${code(isDescending ? '<' : '>')} (${after.key}, ${after.id})`
}

function behindId({ isDescending, after }: UserQuery, id: Fragment): Fragment {
  return after ? sql`${id} ${code(isDescending ? '<' : '>')} ${after.id}` : code('1')
}

const direction = ({ isDescending }: UserQuery) => code(isDescending ? 'DESC' : 'ASC')
const U_ID = code('u.id')

function gathered({ rows }: Way, query: UserQuery): Fragment {
  const { where, order, limit, after } = query
  const few = sql`SELECT DISTINCT person FROM (${rows})`
  const end = direction(query)
  if (!order)
    return sql`SELECT ${COLUMNS} FROM ${from(few)} WHERE ${where} AND ${behindId(query, U_ID)}
      ORDER BY u.id ${end} LIMIT ${limit}`
  const place =
    after?.key === null
      ? sql`(${order.key} IS NULL AND ${behindId(query, U_ID)})`
      : sql`(${order.key} IS NULL OR ${behind(query, order.key, U_ID)})`
  return sql`SELECT ${COLUMNS}, ${order.key} AS sortKey FROM ${from(few)} WHERE ${where} AND ${place}
    ORDER BY sortKey IS NULL, sortKey ${end}, u.id ${end} LIMIT ${limit}`
}

function byId(way: Way | null, query: UserQuery): Fragment {
  const id = code(way ? 'few.person' : 'u.id')
  return sql`SELECT ${COLUMNS} FROM ${way ? from(way.rows) : code('users u')}
    WHERE ${behindId(query, id)} AND ${query.where} ORDER BY ${id} ${direction(query)} LIMIT ${query.limit}`
}

function inOrder({ key, index }: UserOrder, query: UserQuery): Fragment {
  const end = direction(query)
  return sql`SELECT ${COLUMNS}, ${key} AS sortKey FROM ${index.from}
    WHERE ${index.where} AND ${behind(query, index.key, index.id)} AND ${query.where}
    ORDER BY ${index.key} ${end}, ${index.id} ${end} LIMIT ${query.limit}`
}

function withoutKey({ key }: UserOrder, query: UserQuery): Fragment {
  const place = query.after?.key === null ? behindId(query, U_ID) : code('1')
  return sql`SELECT ${COLUMNS}, NULL AS sortKey FROM users u WHERE ${place} AND ${key} IS NULL AND ${query.where}
    ORDER BY u.id ${direction(query)} LIMIT ${query.limit}`
}
