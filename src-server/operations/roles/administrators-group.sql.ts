import type { Reader } from '#db/connection.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import { HOLDERS } from './roles.sql.ts'

const MEMBERS = 'SELECT user_id FROM group_members WHERE group_id = ?'

/** People who hold a role and are not in a group, by id. */
export function holdersOutside(reader: Reader, groupId: string, limit: number): Promise<UserRecord[]> {
  return users.all(reader, `WHERE id IN (${HOLDERS} EXCEPT ${MEMBERS}) ORDER BY id LIMIT ?`, [groupId, limit])
}

/** Members of a group who hold no role, by id. */
export function membersWithoutRole(reader: Reader, groupId: string, limit: number): Promise<UserRecord[]> {
  const tail = `WHERE id IN (${MEMBERS} EXCEPT SELECT * FROM (${HOLDERS})) ORDER BY id LIMIT ?`
  return users.all(reader, tail, [groupId, limit])
}

/** Whether one of some groups holds a role. */
export async function holdRoles(reader: Reader, groupIds: readonly string[]): Promise<boolean> {
  const sql = 'SELECT 1 FROM role_assignments WHERE assignee_id IN (SELECT value FROM json_each(?)) LIMIT 1'
  return (await reader.first(sql, [JSON.stringify(groupIds)])) !== undefined
}
