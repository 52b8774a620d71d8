import type { Reader } from '#audit-log/transaction.ts'
import { code, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import { EVERYONE_ID } from '#db/tables/groups.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import { begins, peopleBeginning } from '../directory/search/name-prefix.sql.ts'

const notDirect = (appId: string) =>
  sql`u.status <> 'DEPROVISIONED' AND NOT EXISTS (SELECT 1 FROM app_users WHERE app_id = ${appId} AND user_id = u.id)`

interface Part {
  from: string
  /** Whom it has, after a person by the id. */
  who: (appId: string, after: string) => Fragment
  /** The same id either way. WHY each its own: pages come by the index that gives the part. */
  order: string
}

/** The tables and conditions for each part of the list. */
const PARTS = {
  direct: {
    from: 'app_users a JOIN users u ON u.id = a.user_id',
    who: (appId, after) => sql`a.app_id = ${appId} AND a.user_id > ${after}`,
    order: 'a.user_id',
  },
  inGroups: {
    from: 'users u',
    who: (
      appId,
      after,
    ) => sql`u.id IN (SELECT m.user_id FROM app_groups g JOIN group_members m ON m.group_id = g.group_id
      WHERE g.app_id = ${appId} AND m.user_id > ${after}) AND ${notDirect(appId)}`,
    order: 'u.id',
  },
  // WHY apart: without a look at memberships where everybody is a member anyway.
  everybody: { from: 'users u', who: (appId, after) => sql`u.id > ${after} AND ${notDirect(appId)}`, order: 'u.id' },
} as const satisfies Record<string, Part>

/**
 * Whether a person's first or last name, both, or the name that they have there begins so. That name is the one of their assignment, else
 * their login. WHY not what the template makes of them: no index knows that.
 */
function beginsWith(appId: string, q: string): Fragment {
  const named = sql`SELECT user_id FROM app_users WHERE app_id = ${appId} AND user_name IS NOT NULL`
  return sql`u.id IN (${peopleBeginning(q, ['first_name', 'last_name'])}
    UNION SELECT id FROM users WHERE ${begins('login', q)} AND id NOT IN (${named})
    UNION ${named} AND ${begins('user_name', q)})`
}

/** Which part of the list has the people who have an application through groups. */
export async function partInGroups(reader: Reader, appId: string): Promise<'inGroups' | 'everybody'> {
  const sql = `SELECT 1 FROM app_groups WHERE app_id = ? AND group_id IN ${EVERYONE_ID}`
  return (await reader.first(sql, [appId])) ? 'everybody' : 'inGroups'
}

interface PeopleQuery {
  appId: string
  /** The beginning of a name. */
  q: string | undefined
  after: string
  limit: number
}

/** People of a part of the list whom the caller may see, by their ids, from behind one. */
export async function readAppPeople(
  reader: Reader,
  part: keyof typeof PARTS,
  { appId, q, after, limit }: PeopleQuery,
): Promise<UserRecord[]> {
  const { from, who, order } = PARTS[part]
  const condition = code(reader.visible('read', 'user').on('u.id'))
  const found = q === undefined ? code('1') : beginsWith(appId, q)
  const { text, params } = sql`SELECT ${code(users.select('u'))} FROM ${code(from)}
    WHERE ${condition} AND ${who(appId, after)} AND ${found} ORDER BY ${code(order)} LIMIT ${limit}`
  return (await reader.all<object>(text, params)).map((row) => users.fromRow<UserRecord>(row))
}
