import { notFound } from '#contract/interface/api-error.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import { apps } from '#db/tables/apps.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { requireUser } from '../directory/find-user.ts'
import { appUserViews } from './app-user-view.ts'
import type { AppUserView } from './held.ts'
import { partInGroups, readAppPeople } from './list-app-users.sql.ts'

/** Before the id in a cursor that stands among those who have it through groups. */
const THROUGH_GROUP = 'GROUP.'

interface ListQuery {
  limit: number
  after?: string | undefined
  /** The beginning of a name. */
  q?: string | undefined
}

/** The people who have an application: those to whom it is assigned directly, then those who have it through groups, each by their ids. */
export async function listAppUsers(
  reader: Reader,
  appId: string,
  { limit, after, q }: ListQuery,
): Promise<Page<AppUserView>> {
  const app = await apps.require(reader, appId)
  const isDirect = !after?.startsWith(THROUGH_GROUP)
  const start = startAfter('user', isDirect ? after : after?.slice(THROUGH_GROUP.length))
  const direct = isDirect ? await readAppPeople(reader, 'direct', { appId, q, after: start, limit: limit + 1 }) : []
  const missing = { appId, q, after: isDirect ? '' : start, limit: limit + 1 - direct.length }
  const through = missing.limit > 0 ? await readAppPeople(reader, await partInGroups(reader, appId), missing) : []
  const cursorOf = (user: UserRecord) => (direct.includes(user) ? user.id : `${THROUGH_GROUP}${user.id}`)
  const { items, next } = cutPage([...direct, ...through], limit, cursorOf)
  return { items: await appUserViews(reader, app, items), next }
}

/** @throws ApiError E0000007 of the kind User for one who does not have it */
export async function readAppUser(reader: Reader, appId: string, userId: string): Promise<AppUserView> {
  const app = await apps.require(reader, appId)
  const [view] = await appUserViews(reader, app, [await requireUser(reader, userId)])
  if (!view) throw notFound(userId, 'User')
  return view
}
