import type { Reader } from '#audit-log/transaction.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { requireUser } from '../directory/find-user.ts'
import type { AppUserView } from './app-user-view.ts'
import { readAppUser } from './list-app-users.ts'

/**
 * What a person has of some applications, by the ids of those that they have, directly or through a group.
 * @param idOrLogin of the person
 * @throws ApiError E0000007 for a person who is not there
 */
export async function assignmentsOf(
  reader: Reader,
  appIds: readonly string[],
  idOrLogin: string,
): Promise<ReadonlyMap<string, AppUserView>> {
  const user = await requireUser(reader, idOrLogin)
  const held = await heldBy(reader, user, appIds)
  const views = await Promise.all(held.map((appId) => readAppUser(reader, appId, user.id)))
  return new Map(views.map((view) => [view.appId, view]))
}

/** A deactivated person has nothing through groups. */
async function heldBy(reader: Reader, { id, status }: UserRecord, appIds: readonly string[]): Promise<string[]> {
  const rows = await reader.all<{ appId: string }>(
    `SELECT app_id AS appId FROM app_users WHERE user_id = ?1 AND app_id IN (SELECT value FROM json_each(?2))
     UNION SELECT app_id FROM app_groups WHERE ?3 AND app_id IN (SELECT value FROM json_each(?2))
       AND (group_id IN (SELECT group_id FROM group_members WHERE user_id = ?1)
         OR group_id IN (SELECT id FROM groups WHERE type = 'BUILT_IN'))`,
    [id, JSON.stringify(appIds), status === 'DEPROVISIONED' ? 0 : 1],
  )
  return rows.map(({ appId }) => appId)
}
