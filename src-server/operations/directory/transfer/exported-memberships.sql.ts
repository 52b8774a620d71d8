import type { Reader } from '#audit-log/transaction.ts'

/** A membership with the names of its group and its person. WHY no interface: it is a record of values, as every row of an export. */
type ExportedMembership = {
  group: string
  groupName: string
  user: string
  login: string
}

/** Memberships of groups and people that the caller may see, but of no built-in group, which takes none by hand, by group and person, from behind one. */
export function exportedMemberships(
  reader: Reader,
  after: { group: string; user: string },
  limit: number,
): Promise<ExportedMembership[]> {
  const [group, user] = [reader.visible('read', 'group').on('g.id'), reader.visible('read', 'user').on('u.id')]
  const sql = `SELECT m.group_id AS "group", g.name AS groupName, m.user_id AS user, u.login FROM group_members m
    JOIN groups g ON g.id = m.group_id JOIN users u ON u.id = m.user_id
    WHERE ${group} AND ${user} AND g.type <> 'BUILT_IN' AND (m.group_id, m.user_id) > (?, ?) ORDER BY m.group_id, m.user_id LIMIT ?`
  return reader.all(sql, [after.group, after.user, limit])
}
