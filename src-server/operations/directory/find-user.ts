import type { Reader } from '#audit-log/transaction.ts'
import { prefixPattern } from '#db/page.ts'
import { loginKeyOf, users, type UserRecord } from '#db/tables/users.ts'

/**
 * Finds a person by id, login, or the part of the login before the @ where only one has it; case and accents of a login do not
 * count. `me` is no short login: where paths take it, it is the caller. @throws ApiError E0000007
 */
export async function requireUser(reader: Reader, idOrLogin: string): Promise<UserRecord> {
  const key = loginKeyOf(idOrLogin)
  const exact = await users.first(reader, 'WHERE id = ?1 OR login_key = ?2 ORDER BY id = ?1 DESC', [idOrLogin, key])
  if (exact) return exact
  if (idOrLogin === 'me') users.missing(idOrLogin)
  const [only, another] = await users.all(reader, `WHERE login_key LIKE ? ESCAPE '\\' LIMIT 2`, [
    prefixPattern(`${key}@`),
  ])
  return only && !another ? only : users.missing(idOrLogin)
}
