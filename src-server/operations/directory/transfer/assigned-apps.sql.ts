import type { Reader } from '#db/connection.ts'

/** All groups with the applications that they are assigned to. WHY no records: an organization has many, and their profiles are not read. */
export function groupAssignments(reader: Reader): Promise<{ appId: string; groupId: string }[]> {
  return reader.all('SELECT app_id AS appId, group_id AS groupId FROM app_groups')
}

/** The applications that some people are assigned to by name. */
export function assignmentsOfPeople(
  reader: Reader,
  userIds: readonly string[],
): Promise<{ appId: string; userId: string }[]> {
  const sql = `SELECT app_id AS appId, user_id AS userId FROM app_users
    WHERE user_id IN (SELECT value FROM json_each(?))`
  return reader.all(sql, [JSON.stringify(userIds)])
}
