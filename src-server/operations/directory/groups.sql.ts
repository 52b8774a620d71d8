import type { Reader } from '#audit-log/transaction.ts'
import { EVERYONE_ID, groups, type GroupRecord } from '#db/tables/groups.ts'
import { users, type UserRecord } from '#db/tables/users.ts'

/** Members of a group that the caller may see, by id, from behind one. It is not for Everyone, which has no row for each. */
export async function visibleMembers(
  reader: Reader,
  groupId: string,
  { after, limit }: { after: string; limit: number },
): Promise<UserRecord[]> {
  const sql = `SELECT ${users.select('u')} FROM group_members m JOIN users u ON u.id = m.user_id
    WHERE ${reader.visible('read', 'user').on('u.id')} AND m.group_id = ? AND m.user_id > ? ORDER BY m.user_id LIMIT ?`
  const rows = await reader.all<object>(sql, [groupId, after, limit])
  return rows.map((row) => users.fromRow(row))
}

/** The groups of a person: Everyone first, the others by id. @param condition of the rights of a caller; absent: all */
export function groupsOfUser(reader: Reader, userId: string, condition = '1'): Promise<GroupRecord[]> {
  const tail = `WHERE ${condition} AND (id IN ${EVERYONE_ID} OR id IN (SELECT group_id FROM group_members WHERE user_id = ?))
    ORDER BY id NOT IN ${EVERYONE_ID}, id`
  return groups.all(reader, tail, [userId])
}

/** The groups that a person is in by a membership, and so not Everyone. */
export function groupsWithMember(reader: Reader, userId: string): Promise<GroupRecord[]> {
  return groups.all(reader, 'WHERE id IN (SELECT group_id FROM group_members WHERE user_id = ?)', [userId])
}

/** A group of this organization that fills one of an application. */
export function groupPushedTo(reader: Reader, targetId: string): Promise<GroupRecord | undefined> {
  return groups.first(reader, 'WHERE id IN (SELECT group_id FROM group_push_mappings WHERE target_id = ?)', [targetId])
}

/** Names of the properties that imported groups brought along, in their order. */
export async function importedPropertyNames(reader: Reader, limit: number): Promise<string[]> {
  const sql = `SELECT DISTINCT j.key AS name FROM groups AS g, json_each(g.profile) AS j
    WHERE g.type = 'APP_GROUP' ORDER BY name LIMIT ?`
  return (await reader.all<{ name: string }>(sql, [limit])).map(({ name }) => name)
}
