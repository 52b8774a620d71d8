import type { Reader } from '#db/connection.ts'
import { jsonPath } from '#db/json-path.ts'
import type { UserRecord } from '#db/tables/users.ts'

/** A person with their profile, or the part of it that was asked for. */
export type Profiled = Pick<UserRecord, 'id' | 'typeId' | 'profile'>

/** Some people by id, from behind one. */
type ReadProfiles = (after: string, limit: number) => Promise<Profiled[]>

/** More attributes than this are read with the whole profile. */
const MAX_ATTRIBUTES = 12

/** Reads people with some attributes of their profiles. WHY not the whole: of 100,000 profiles it is most of the work. */
export function profileReader(reader: Reader, names: readonly string[]): ReadProfiles {
  if (names.length > MAX_ATTRIBUTES) return (after, limit) => readWhole(reader, after, limit)
  const columns = names.map((_, at) => `profile -> ? AS a${at}`).join(', ')
  const paths = names.map((name) => jsonPath(name))
  const sql = `SELECT id, type_id AS typeId, ${columns} FROM users WHERE id > ? ORDER BY id LIMIT ?`
  return async (after, limit) => {
    const rows = await reader.all<Record<string, string | null>>(sql, [...paths, after, limit])
    return rows.map((row) => {
      const profile: Record<string, unknown> = {}
      for (const [at, name] of names.entries()) {
        const text = row[`a${at}`]
        if (text !== null && text !== undefined) profile[name] = JSON.parse(text)
      }
      return { id: row['id'] as string, typeId: row['typeId'] as string, profile: profile as UserRecord['profile'] }
    })
  }
}

async function readWhole(reader: Reader, after: string, limit: number): Promise<Profiled[]> {
  const sql = 'SELECT id, type_id AS typeId, profile FROM users WHERE id > ? ORDER BY id LIMIT ?'
  const rows = await reader.all<{ id: string; typeId: string; profile: string }>(sql, [after, limit])
  return rows.map(({ profile, ...row }) => ({ ...row, profile: JSON.parse(profile) as UserRecord['profile'] }))
}

/** The number of groups that each of the given rules has added each person to. @param people the first and the last id of a range */
export function membershipsByRule(
  reader: Reader,
  ruleIds: readonly string[],
  people: readonly [first: string, last: string],
): Promise<{ user: string; rule: string; count: number }[]> {
  const sql = `SELECT user_id AS user, rule_id AS rule, count(*) AS count FROM group_member_rules
    WHERE rule_id IN (SELECT value FROM json_each(?)) AND user_id BETWEEN ? AND ? GROUP BY rule_id, user_id`
  return reader.all(sql, [JSON.stringify(ruleIds), ...people])
}
