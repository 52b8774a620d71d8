import type { Reader } from '#audit-log/transaction.ts'
import { appGroups, type AppGroupRecord } from '#db/tables/apps.ts'
import { EVERYONE_ID } from '#db/tables/groups.ts'

/** Groups of an application that the caller may see, by priority, those of the same one by id; from behind one. */
export function groupsByPriority(
  reader: Reader,
  appId: string,
  { after, limit }: { after: Pick<AppGroupRecord, 'priority' | 'groupId'>; limit: number },
): Promise<AppGroupRecord[]> {
  const condition = reader.visible('read', 'group').on('group_id')
  const tail = `WHERE ${condition} AND app_id = ? AND (priority, group_id) > (?, ?) ORDER BY priority, group_id LIMIT ?`
  return appGroups.all(reader, tail, [appId, after.priority, after.groupId, limit])
}

/** The priority behind that of all groups of an application. */
export async function nextPriority(reader: Reader, appId: string): Promise<number> {
  const sql = 'SELECT coalesce(max(priority) + 1, 0) AS next FROM app_groups WHERE app_id = ?'
  return (await reader.first<{ next: number }>(sql, [appId]))?.next ?? 0
}

/** A group that gives an application, with its name; null for a group that the caller does not see. */
export interface GivingGroup extends AppGroupRecord {
  groupName: string | null
}

/** The groups of an application that people are in, by person; those of the best priority first. */
export async function groupsGiving(
  reader: Reader,
  appId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, GivingGroup[]>> {
  const named = `SELECT name FROM groups n WHERE n.id = g.group_id AND ${reader.visible('read', 'group').on('n.id')}`
  const rows = await reader.all<{ userId: string }>(
    `SELECT given.value AS userId, (${named}) AS groupName, ${appGroups.select('g')} FROM json_each(?) AS given JOIN app_groups g ON g.app_id = ?
       WHERE g.group_id IN ${EVERYONE_ID}
         OR EXISTS (SELECT 1 FROM group_members m WHERE m.group_id = g.group_id AND m.user_id = given.value)
       ORDER BY given.key, g.priority, g.group_id`,
    [JSON.stringify(userIds), appId],
  )
  return Map.groupBy(
    rows.map((row) => appGroups.fromRow<GivingGroup & { userId: string }>(row)),
    ({ userId }) => userId,
  )
}
