import type { Reader } from '#db/connection.ts'
import { prefixPattern } from '#db/page.ts'
import { users, type UserRecord } from '#db/tables/users.ts'

/** The person with an id, or else with a login, given by its key. WHY one statement: most requests about people begin with it. */
export function personByIdOrLogin(reader: Reader, id: string, loginKey: string): Promise<UserRecord | undefined> {
  return users.first(reader, 'WHERE id = ?1 OR login_key = ?2 ORDER BY id = ?1 DESC', [id, loginKey])
}

/** Some of the people whose login, without case and accents, begins so. */
export function peopleWithLoginPrefix(reader: Reader, prefix: string, limit: number): Promise<UserRecord[]> {
  return users.all(reader, `WHERE login_key LIKE ? ESCAPE '\\' LIMIT ?`, [prefixPattern(prefix), limit])
}

/**
 * The place of the first login that another person has; undefined where none is taken.
 * @param asked by place: the key of a login, and the id of the person who may have it
 */
export function firstTakenLogin(
  reader: Reader,
  asked: readonly (readonly [loginKey: string, of: string])[],
): Promise<number | undefined> {
  const sql = `SELECT given.key AS place FROM json_each(?) AS given
    WHERE EXISTS (SELECT 1 FROM users WHERE login_key = given.value ->> 0 AND id <> given.value ->> 1)
    ORDER BY given.key LIMIT 1`
  return placeIn(reader, sql, asked)
}

/**
 * The place of the first value of a unique attribute that another person has; undefined where none is taken.
 * @param asked by place: the name of an attribute, a value, and the id of the person who may have it
 */
export function firstTakenValue(
  reader: Reader,
  asked: readonly (readonly [name: string, value: string, of: string])[],
): Promise<number | undefined> {
  const sql = `SELECT given.key AS place FROM json_each(?) AS given
    WHERE EXISTS (SELECT 1 FROM unique_values AS v
      WHERE v.name = given.value ->> 0 AND v.value = given.value ->> 1 AND v.user_id <> given.value ->> 2)
    ORDER BY given.key LIMIT 1`
  return placeIn(reader, sql, asked)
}

async function placeIn(reader: Reader, sql: string, asked: readonly unknown[]): Promise<number | undefined> {
  return (await reader.first<{ place: number }>(sql, [JSON.stringify(asked)]))?.place
}
