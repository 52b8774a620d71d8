import type { Reader } from '#audit-log/transaction.ts'
import { loginKeyOf, users, type UserRecord } from '#db/tables/users.ts'

/** The person that the caller may see with an id, else with a login. */
export function visiblePersonByIdOrLogin(reader: Reader, idOrLogin: string): Promise<UserRecord | undefined> {
  const tail = `WHERE ${reader.visible('read', 'user').condition} AND (id = ?1 OR login_key = ?2) ORDER BY id = ?1 DESC`
  return users.first(reader, tail, [idOrLogin, loginKeyOf(idOrLogin)])
}

/** People that the caller may see with a value of an attribute, two at the most: with two it is not said whom it means. */
export function visiblePeopleWith(reader: Reader, attribute: string, value: string): Promise<UserRecord[]> {
  const tail = `WHERE ${reader.visible('read', 'user').condition} AND id IN
    (SELECT user_id FROM user_values WHERE attribute = ? AND value = lower(substr(?, 1, 255))) ORDER BY id LIMIT 2`
  return users.all(reader, tail, [attribute, value])
}
