import type { Reader } from '#audit-log/transaction.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import { APP_LOGO, type AppLogo } from './app-logo.ts'

/** Links of one person that are shown at once. Ours: the interface pages them not. */
const MOST = 1_000

/** An application that a person can start, with what gives it to them: themselves, else the group of the best priority. */
export type StartableApp = AppRecord & AppLogo & { assignmentId: string }

/**
 * The active applications that are a person's, directly or through groups, Everyone included, by their labels. Those of the
 * platform, which are everybody's without an assignment, are none of them.
 */
export async function listAppsOfUser(reader: Reader, userId: string): Promise<StartableApp[]> {
  const rows = await reader.all<object>(
    `WITH given (app_id, assignment_id, rank) AS (
       SELECT app_id, user_id, -1 FROM app_users WHERE user_id = ?1
       UNION ALL SELECT g.app_id, g.group_id, g.priority FROM app_groups g
         WHERE g.group_id IN (SELECT group_id FROM group_members WHERE user_id = ?1
           UNION ALL SELECT id FROM groups WHERE type = 'BUILT_IN')
     ), ranked AS (
       SELECT app_id, assignment_id, row_number() OVER (PARTITION BY app_id ORDER BY rank, assignment_id) AS place FROM given
     )
     SELECT ${apps.select('a')}, ${APP_LOGO}, r.assignment_id AS assignmentId FROM ranked r JOIN apps a ON a.id = r.app_id
     WHERE r.place = 1 AND a.status = 'ACTIVE' AND ${reader.visible('read', 'app').condition}
     ORDER BY a.label, a.id LIMIT ?2`,
    [userId, MOST],
  )
  return rows.map((row) => apps.fromRow<StartableApp>(row))
}
