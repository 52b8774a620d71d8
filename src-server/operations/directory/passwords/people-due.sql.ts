import type { Reader } from '#db/connection.ts'
import { users, type UserRecord } from '#db/tables/users.ts'

/** People who are locked out since a moment that is known, by id, from behind one. */
export function lockedOutPeople(reader: Reader, after: string, limit: number): Promise<UserRecord[]> {
  const tail = `WHERE status = 'LOCKED_OUT' AND id > ?
    AND id IN (SELECT user_id FROM user_credentials WHERE locked_at IS NOT NULL) ORDER BY id LIMIT ?`
  return users.all(reader, tail, [after, limit])
}

/**
 * Active people whose password was set before a moment, by id, from behind one.
 * @param groupIds those alone who are in one of these; null: all
 */
export function peopleWithAgedPassword(
  reader: Reader,
  { before, groupIds, after, limit }: { before: string; groupIds: string[] | null; after: string; limit: number },
): Promise<UserRecord[]> {
  const tail = `WHERE status = 'ACTIVE' AND has_password = 1 AND password_changed <= ?1 AND id > ?2
    AND (?3 IS NULL OR id IN (SELECT user_id FROM group_members WHERE group_id IN (SELECT value FROM json_each(?3))))
    ORDER BY id LIMIT ?4`
  return users.all(reader, tail, [before, after, groupIds && JSON.stringify(groupIds), limit])
}
