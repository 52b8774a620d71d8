import type { Reader } from '#audit-log/transaction.ts'
import { code, sql } from '#db/filter-sql-fragment.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import { APP_LOGO, type AppLogo } from '../snapshot/apps.sql.ts'
import { givenTo } from './assignments-of-user.sql.ts'

/** Links of one person that are shown at once. Ours: the interface pages them not. */
const MOST = 1_000

/** An application that a person can start, with what gives it to them: themselves, else the group of the best priority. */
export type StartableApp = AppRecord & AppLogo & { assignmentId: string }

/**
 * The active applications that are a person's, directly or through groups, Everyone included, by their labels. Those of the
 * platform, which are everybody's without an assignment, are none of them.
 */
export async function listAppsOfUser(reader: Reader, userId: string): Promise<StartableApp[]> {
  const condition = reader.visible('read', 'app').on('a.id')
  const { text, params } = sql`
    WITH ranked AS (
      SELECT app_id, giver_id, row_number() OVER (PARTITION BY app_id ORDER BY rank, giver_id) AS place
      FROM (${givenTo(userId)})
    )
    SELECT ${code(apps.select('a'))}, ${code(APP_LOGO)}, r.giver_id AS assignmentId FROM ranked r JOIN apps a ON a.id = r.app_id
    WHERE r.place = 1 AND a.status = 'ACTIVE' AND ${code(condition)} ORDER BY a.label, a.id LIMIT ${MOST}`
  const rows = await reader.all<object>(text, params)
  return rows.map((row) => apps.fromRow<StartableApp>(row))
}
