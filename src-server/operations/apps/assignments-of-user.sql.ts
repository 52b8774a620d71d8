import type { Reader } from '#db/connection.ts'
import { EVERYONE_ID } from '#db/tables/groups.ts'
import { code, sql, type Fragment } from '#db/filter-sql-fragment.ts'

/**
 * What gives applications to a person, as rows `app_id, giver_id, rank`: their own assignments, whose giver is the person and whose rank
 * goes before all, then those of their groups by priority. The one definition of who has what (spec/4 §2.3): everybody is in Everyone, and a
 * deactivated person has nothing through groups.
 */
export const givenTo = (userId: string): Fragment => sql`
  SELECT app_id, user_id AS giver_id, -1 AS rank FROM app_users WHERE user_id = ${userId}
  UNION ALL SELECT g.app_id, g.group_id, g.priority FROM app_groups g
    WHERE EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND status <> 'DEPROVISIONED')
      AND g.group_id IN (SELECT group_id FROM group_members WHERE user_id = ${userId}
        UNION ALL SELECT ${code(EVERYONE_ID)})`

/** The given applications that a person has. */
export async function appsGivenTo(reader: Reader, userId: string, among: readonly string[]): Promise<string[]> {
  const { text, params } = sql`SELECT DISTINCT app_id AS appId FROM (${givenTo(userId)})
    WHERE app_id IN (SELECT value FROM json_each(${JSON.stringify(among)}))`
  return (await reader.all<{ appId: string }>(text, params)).map(({ appId }) => appId)
}
