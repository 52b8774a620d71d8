import type { Reader, Tx } from '#audit-log/transaction.ts'
import { code, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import { prefixPattern } from '#db/page.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import { readApps, type AppWithPolicies } from '../snapshot/apps.sql.ts'

interface AppQuery {
  /** Of the rights of the caller, for `apps a`. */
  visible: string
  /** The beginning of the label or the name; absent: any. */
  q: string | undefined
  /** What must hold of `apps a`. */
  filter: Fragment
  after: string
  limit: number
}

/** Applications by id, from behind one. */
export function findApps(
  reader: Pick<Reader, 'all'>,
  { visible, q, filter, after, limit }: AppQuery,
): Promise<AppWithPolicies[]> {
  const pattern = q ? prefixPattern(q) : '%'
  const { text, params } = sql`WHERE ${code(visible)} AND a.id > ${after}
    AND (a.label LIKE ${pattern} ESCAPE '\\' OR a.name LIKE ${pattern} ESCAPE '\\')
    AND ${filter} ORDER BY a.id LIMIT ${limit}`
  return readApps(reader, text, params)
}

/** Clients of the organization that the caller may see and whose label begins so, by id, from behind one. */
export function findClients(
  reader: Reader,
  { q, after, limit }: { q: string | undefined; after: string; limit: number },
): Promise<AppRecord[]> {
  const tail = `WHERE ${reader.visible('read', 'app').condition} AND id > ? AND sign_on_mode = 'OPENID_CONNECT'
    AND system = 0 AND label LIKE ? ESCAPE '\\' ORDER BY id LIMIT ?`
  return apps.all(reader, tail, [after, q ? prefixPattern(q) : '%', limit])
}

/** The applications to which a group is assigned and which the caller may see, by id, from behind one. */
export function appsOfGroup(
  reader: Reader,
  groupId: string,
  { after, limit }: { after: string; limit: number },
): Promise<AppWithPolicies[]> {
  const tail = `WHERE ${reader.visible('read', 'app').on('a.id')} AND g.group_id = ? AND a.id > ? ORDER BY a.id LIMIT ?`
  return readApps(reader, tail, [groupId, after, limit], 'app_groups g JOIN apps a ON a.id = g.app_id')
}

/** The last number behind a stem among the names of applications; 0 where there is none. */
export async function lastNumberOf(tx: Tx, stem: string): Promise<number> {
  const sql = 'SELECT max(CAST(substr(name, length(?1) + 1) AS INTEGER)) AS last FROM apps WHERE name GLOB ?1 || ?2'
  return (await tx.first<{ last: number | null }>(sql, [stem, '[0-9]*']))?.last ?? 0
}
