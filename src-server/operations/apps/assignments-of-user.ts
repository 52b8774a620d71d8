import type { Reader } from '#audit-log/transaction.ts'
import { requireUser } from '../directory/find-user.ts'
import type { AppUserView } from './held.ts'
import { appsGivenTo } from './assignments-of-user.sql.ts'
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
  const held = await appsGivenTo(reader, user.id, appIds)
  const views = await Promise.all(held.map((appId) => readAppUser(reader, appId, user.id)))
  return new Map(views.map((view) => [view.appId, view]))
}
