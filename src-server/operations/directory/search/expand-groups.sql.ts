import type { Reader } from '#audit-log/transaction.ts'
import type { Searcher } from '#db/searches.ts'
import { EVERYONE_ID } from '#db/tables/groups.ts'
import { readApps, type AppWithPolicies } from '../../snapshot/apps.sql.ts'

/** The numbers of people, applications and pushes of a group. */
export interface GroupCounts {
  users: number
  apps: number
  pushes: number
}

/** Everybody is in Everyone, without a row for each. */
const COUNTS = `SELECT g.id, CASE
    WHEN g.id IN ${EVERYONE_ID} THEN (SELECT count(*) FROM users)
    ELSE (SELECT count(*) FROM group_members m WHERE m.group_id = g.id)
  END AS users, (SELECT count(*) FROM app_groups a WHERE a.group_id = g.id) AS apps,
  (SELECT count(*) FROM group_push_mappings p WHERE p.group_id = g.id OR p.target_id = g.id) AS pushes
  FROM groups g WHERE g.id IN (SELECT value FROM json_each(?))`

/** The counts of some groups, by their ids. */
export async function countsOfGroups(
  searcher: Searcher,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GroupCounts>> {
  const rows = await searcher.all<GroupCounts & { id: string }>(COUNTS, [JSON.stringify(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}

/** The given applications that the caller may see, by id. */
export async function visibleApps(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AppWithPolicies>> {
  const condition = reader.visible('read', 'app').on('a.id')
  const tail = `WHERE ${condition} AND a.id IN (SELECT value FROM json_each(?))`
  const apps = await readApps(reader, tail, [JSON.stringify(ids)])
  return new Map(apps.map((app) => [app.id, app]))
}
