import type { RoleType } from '#contract/access/admin-roles.ts'
import type { UserStatus } from '#contract/directory/user-status.ts'
import type { Reader } from '#db/connection.ts'
import { groups, type GroupRecord } from '#db/tables/groups.ts'
import {
  HELD_BY,
  roleAssignments,
  roleTargets,
  type RoleAssignmentRecord,
  type RoleTargetRecord,
} from '#db/tables/role-assignments.ts'
import { DISPLAY_NAME } from '#db/tables/users.ts'

/** The roles of an assignee; of a person also those of their groups. */
export function rolesHeldBy(reader: Reader, assigneeId: string): Promise<RoleAssignmentRecord[]> {
  return roleAssignments.all(reader, `WHERE ${HELD_BY}`, [assigneeId])
}

/** The limits of the roles that {@link rolesHeldBy} returns. */
export function targetsHeldBy(reader: Reader, assigneeId: string): Promise<RoleTargetRecord[]> {
  const tail = `WHERE assignee_id IN (SELECT assignee_id FROM role_assignments WHERE ${HELD_BY})`
  return roleTargets.all(reader, tail, [assigneeId])
}

/** The roles that are limited to nothing, not even to what was deleted, as `{id of who holds it}/{id of the role}`. */
export async function rolesWithoutLimits(reader: Reader): Promise<ReadonlySet<string>> {
  const rows = await reader.all<{ name: string }>(`SELECT assignee_id || '/' || role_id AS name FROM role_assignments r
    WHERE NOT EXISTS (SELECT 1 FROM role_targets t WHERE t.assignee_id = r.assignee_id AND t.type = r.type)`)
  return new Set(rows.map(({ name }) => name))
}

/** SQL for the ids of the people who hold a role, themselves or by a group; each once. */
export const HOLDERS = `SELECT assignee_id FROM role_assignments WHERE assignee_kind = 'USER'
  UNION SELECT m.user_id FROM role_assignments r JOIN group_members m ON m.group_id = r.assignee_id
    WHERE r.assignee_kind = 'GROUP'`

/** The ids of people who hold a role, in order, from behind one. @param visible of the rights of the caller */
export async function holdersOfRoles(
  reader: Reader,
  { visible, after, limit }: { visible: string; after: string; limit: number },
): Promise<string[]> {
  const sql = `SELECT assignee_id AS id FROM (${HOLDERS}) WHERE assignee_id > ? AND ${visible} ORDER BY id LIMIT ?`
  return (await reader.all<{ id: string }>(sql, [after, limit])).map(({ id }) => id)
}

/** The people who hold roles through groups; one row for each group. */
export function membersOfRoles(reader: Reader): Promise<{ id: string; type: RoleType }[]> {
  return reader.all(`SELECT m.user_id AS id, r.type FROM role_assignments r
    JOIN group_members m ON m.group_id = r.assignee_id WHERE r.assignee_kind = 'GROUP'`)
}

/** Groups of a role's limits by id, from behind one. @param visible of the rights of the caller */
export function groupsOfLimits(
  reader: Reader,
  { assigneeId, type }: RoleAssignmentRecord,
  { visible, after, limit }: { visible: string; after: string; limit: number },
): Promise<GroupRecord[]> {
  const tail = `WHERE id > ? AND ${visible}
    AND id IN (SELECT target_id FROM role_targets WHERE assignee_id = ? AND type = ? AND kind = 'group') ORDER BY id LIMIT ?`
  return groups.all(reader, tail, [after, assigneeId, type, limit])
}

/** A person as a list of administrators shows them. */
export interface Person {
  id: string
  name: string
  login: string
  status: UserStatus
}

const PERSON = `u.id, ${DISPLAY_NAME} AS name, u.login, u.status`

/** People by their ids. */
export function peopleWithIds(reader: Reader, ids: readonly string[]): Promise<Person[]> {
  const sql = `SELECT ${PERSON} FROM users u WHERE u.id IN (SELECT value FROM json_each(?))`
  return reader.all(sql, [JSON.stringify(ids)])
}

/** Members of a group, by id. */
export function firstMembers(reader: Reader, groupId: string, limit: number): Promise<Person[]> {
  const sql = `SELECT ${PERSON} FROM group_members m JOIN users u ON u.id = m.user_id
    WHERE m.group_id = ? ORDER BY m.user_id LIMIT ?`
  return reader.all(sql, [groupId, limit])
}
