import type { Reader } from '#audit-log/transaction.ts'
import { loginKeyOf, users, type UserRecord } from '#db/tables/users.ts'
import { peopleWithLoginPrefix, personByIdOrLogin } from './people.sql.ts'

/**
 * Finds a person by id, login, or the part of the login before the @ where only one has it; case and accents of a login do not
 * count. `me` is no short login: where paths take it, it is the caller. @throws ApiError E0000007
 */
export async function requireUser(reader: Reader, idOrLogin: string): Promise<UserRecord> {
  const key = loginKeyOf(idOrLogin)
  const exact = await personByIdOrLogin(reader, idOrLogin, key)
  if (exact) return exact
  if (idOrLogin === 'me') users.missing(idOrLogin)
  const [only, another] = await peopleWithLoginPrefix(reader, `${key}@`, 2)
  return only && !another ? only : users.missing(idOrLogin)
}
