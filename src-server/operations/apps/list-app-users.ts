import { notFound } from '#contract/interface/api-error.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import { apps } from '#db/tables/apps.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import { requireUser } from '../directory/find-user.ts'
import { appUserViews, type AppUserView } from './app-user-view.ts'

/** Before the id in a cursor that stands among those who have it through groups. */
const THROUGH_GROUP = 'GROUP.'

const NOT_DIRECT = `u.status <> 'DEPROVISIONED' AND NOT EXISTS (SELECT 1 FROM app_users WHERE app_id = ?1 AND user_id = u.id)`

/** Where the people of each part of the list are read, with the application as ?1, and whom they follow as ?2. */
const SOURCES = {
  direct: {
    from: 'app_users a JOIN users u ON u.id = a.user_id',
    tail: 'a.app_id = ?1 AND a.user_id > ?2 ORDER BY a.user_id',
  },
  inGroups: {
    from: 'users u',
    tail: `u.id IN (SELECT m.user_id FROM app_groups g JOIN group_members m ON m.group_id = g.group_id
      WHERE g.app_id = ?1 AND m.user_id > ?2) AND ${NOT_DIRECT} ORDER BY u.id`,
  },
  // WHY apart: without a look at memberships where everybody is a member anyway.
  everybody: { from: 'users u', tail: `u.id > ?2 AND ${NOT_DIRECT} ORDER BY u.id` },
} as const

/** Where the people who have an application through groups are read. */
async function inGroups(reader: Reader, appId: string): Promise<'inGroups' | 'everybody'> {
  const sql = `SELECT 1 FROM app_groups WHERE app_id = ? AND group_id IN (SELECT id FROM groups WHERE type = 'BUILT_IN')`
  return (await reader.first(sql, [appId])) ? 'everybody' : 'inGroups'
}

/** The people who have an application: those to whom it is assigned directly, then those who have it through groups, each by their ids. */
export async function listAppUsers(
  reader: Reader,
  appId: string,
  { limit, after }: { limit: number; after?: string },
): Promise<Page<AppUserView>> {
  const app = await apps.require(reader, appId)
  const isDirect = !after?.startsWith(THROUGH_GROUP)
  const start = startAfter('user', isDirect ? after : after?.slice(THROUGH_GROUP.length))
  const { condition } = reader.visible('read', 'user')
  const read = async (part: keyof typeof SOURCES, from: string, most: number) => {
    const { from: source, tail } = SOURCES[part]
    const sql = `SELECT ${users.select('u')} FROM ${source} WHERE ${condition} AND ${tail} LIMIT ?3`
    return (await reader.all<object>(sql, [appId, from, most])).map((row) => users.fromRow<UserRecord>(row))
  }
  const direct = isDirect ? await read('direct', start, limit + 1) : []
  const missing = limit + 1 - direct.length
  const through = missing > 0 ? await read(await inGroups(reader, appId), isDirect ? '' : start, missing) : []
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
