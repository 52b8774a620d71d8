import { code, join, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import { prefixPattern } from '#db/page.ts'
import type { Searcher } from '#db/searches.ts'
import { users, type UserRecord } from '#db/tables/users.ts'

/** Blanks of a name that are tried as the one between first and last name. */
const MOST_BLANKS = 10

/** Columns of people by whose beginning they are found; each has an index that LIKE takes. */
type PrefixColumn = 'first_name' | 'last_name' | 'email' | 'login'

/** Whether a column begins with a text, whatever its case; by the column's index where that is without case. */
export const begins = (column: string, prefix: string): Fragment =>
  sql`${code(column)} LIKE ${prefixPattern(prefix)} ESCAPE '\\'`

/**
 * A query for the ids of people one of whose columns begins so, by the indexes; "ann five" is also Ann's beginning of a last name.
 * @param columns beside the first and the last name together
 */
export function peopleBeginning(q: string, columns: readonly PrefixColumn[]): Fragment {
  const blanks = [...q.matchAll(/ /g)].slice(0, MOST_BLANKS).map(({ index }) => index)
  const both = blanks.map((at) => sql`(first_name = ${q.slice(0, at)} AND ${begins('last_name', q.slice(at + 1))})`)
  const alone = columns.map((column) => begins(column, q))
  return sql`SELECT id FROM users WHERE ${join([...alone, ...both], 'OR')}`
}

/** People who are not deprovisioned and whose first name, last name, both, or email begin so, by name. @param condition of rights */
export async function findPeopleBeginning(
  searcher: Searcher,
  { condition, q, limit }: { condition: string; q: string; limit: number },
): Promise<UserRecord[]> {
  const { text, params } = sql`SELECT ${code(users.select())} FROM users
    WHERE ${code(condition)} AND status <> 'DEPROVISIONED' AND id IN (${peopleBeginning(q, ['first_name', 'last_name', 'email'])})
    ORDER BY last_name, first_name, id LIMIT ${limit}`
  return (await searcher.all<object>(text, params)).map((row) => users.fromRow<UserRecord>(row))
}
