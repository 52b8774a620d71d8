import type { Reader } from '#audit-log/transaction.ts'
import { prefixPattern } from '#db/page.ts'
import { users, type UserRecord } from '#db/tables/users.ts'

/** Finds a person by id, login, or the part of the login before the @ where only one has it. @throws ApiError E0000007 */
export async function requireUser(reader: Reader, idOrLogin: string): Promise<UserRecord> {
  const exact = await users.first(reader, 'WHERE id = ?1 OR login = ?1 ORDER BY id = ?1 DESC', [idOrLogin])
  if (exact) return exact
  const [only, another] = await users.all(reader, `WHERE login LIKE ? ESCAPE '\\' LIMIT 2`, [
    prefixPattern(`${idOrLogin}@`),
  ])
  return only && !another ? only : users.missing(idOrLogin)
}
