import type { UserStatus } from '#contract/directory/user-status.ts'
import type { Reader } from '#db/connection.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { users } from '#db/tables/users.ts'

/** What is imagined to be gone. Ids; absent: nothing. */
export interface Without {
  /** A person who cannot sign in any more. */
  userId?: string
  /** The person or group whose role is taken away. */
  assigneeId?: string
  memberships?: readonly { groupId: string; userId: string }[]
}

const HOLDERS = `SELECT r.assignee_id AS user_id FROM role_assignments r
    WHERE r.type = 'SUPER_ADMIN' AND r.assignee_kind = 'USER' AND r.assignee_id <> ?1
  UNION SELECT m.user_id FROM role_assignments r JOIN group_members m ON m.group_id = r.assignee_id
    WHERE r.type = 'SUPER_ADMIN' AND r.assignee_kind = 'GROUP' AND r.assignee_id <> ?1
      AND (m.group_id, m.user_id) NOT IN (SELECT value ->> 'groupId', value ->> 'userId' FROM json_each(?2))`

/** Of the people who are super administrators, themselves or by a group, and have one of some statuses: the one who was there first. */
export async function firstSuperAdministrator(
  reader: Reader,
  statuses: readonly UserStatus[],
  { userId = '', assigneeId = '', memberships = [] }: Without = {},
): Promise<UserRecord | undefined> {
  const tail = `WHERE id IN (${HOLDERS}) AND id <> ?3 AND status IN (SELECT value FROM json_each(?4)) ORDER BY created, id LIMIT 1`
  const values = [assigneeId, JSON.stringify(memberships), userId, JSON.stringify(statuses)]
  return (await users.all(reader, tail, values))[0]
}
