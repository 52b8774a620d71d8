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
