import type { Reader } from '#audit-log/transaction.ts'
import { sql } from '#db/filter-sql-fragment.ts'
import { requireUser } from '../directory/find-user.ts'
import type { AppUserView } from './app-user-view.ts'
import { givenTo } from './given-to.ts'
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
  const { text, params } = sql`SELECT DISTINCT app_id AS appId FROM (${givenTo(user.id)})
    WHERE app_id IN (SELECT value FROM json_each(${JSON.stringify(appIds)}))`
  const held = await reader.all<{ appId: string }>(text, params)
  const views = await Promise.all(held.map(({ appId }) => readAppUser(reader, appId, user.id)))
  return new Map(views.map((view) => [view.appId, view]))
}
