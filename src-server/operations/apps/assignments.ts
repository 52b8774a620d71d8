import { ApiError, notFound } from '#contract/interface/api-error.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { appTarget, changeDetails, groupTarget, userTarget } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, invalidCursor, startAfter, type Page } from '#db/page.ts'
import { appGroups, apps, appUsers, type AppGroupRecord, type AppRecord, type AppUserRecord } from '#db/tables/apps.ts'
import { groups } from '#db/tables/groups.ts'
import { displayNameOf, users, type UserRecord } from '#db/tables/users.ts'
import { requireUser } from '../directory/find-user.ts'
import { appUserView, type AppUserView } from './app-user-view.ts'
import { readApps, type AppWithPolicies } from './apps.ts'

type PageQuery = { limit: number; after?: string }

/** Direct assignments by the ids of people. */
export async function listAppUsers(reader: Reader, appId: string, query: PageQuery): Promise<Page<AppUserView>> {
  const app = await apps.require(reader, appId)
  const { condition } = reader.visible('read', 'user')
  const tail = `WHERE ${condition} AND app_id = ? AND user_id > ? ORDER BY user_id LIMIT ?`
  const rows = await appUsers.all(reader, tail, [appId, startAfter('user', query.after), query.limit + 1])
  const { items, next } = cutPage(rows, query.limit, ({ userId }) => userId)
  const ids = JSON.stringify(items.map(({ userId }) => userId))
  const people = await users.all(reader, 'WHERE id IN (SELECT value FROM json_each(?))', [ids])
  const byId = new Map(people.map((user) => [user.id, user]))
  return { items: items.map((row) => appUserView(app, byId.get(row.userId) as UserRecord, row)), next }
}

/**
 * A person's assignment: their own, else that of the group of the best priority through which they have it, whose profile is
 * theirs there (spec/5 §8.6).
 * @throws ApiError E0000007 of the kind User for one who does not have it
 */
export async function readAppUser(reader: Reader, appId: string, userId: string): Promise<AppUserView> {
  const app = await apps.require(reader, appId)
  const user = await requireUser(reader, userId)
  const direct = await appUsers.get(reader, appId, user.id)
  if (direct) return appUserView(app, user, direct)
  const group = await givingGroup(reader, appId, user)
  if (!group) throw notFound(userId, 'User')
  const { groupId, profile, lastUpdated } = group
  const assignment = { ...{ appId, userId: user.id, profile, userName: null }, created: lastUpdated, lastUpdated }
  return { ...appUserView(app, user, assignment), groupId }
}

/** A deactivated person has nothing through groups. */
async function givingGroup(reader: Reader, appId: string, user: UserRecord): Promise<AppGroupRecord | undefined> {
  if (user.status === 'DEPROVISIONED') return undefined
  const tail = `WHERE app_id = ? AND (group_id IN (SELECT group_id FROM group_members WHERE user_id = ?)
      OR group_id IN (SELECT id FROM groups WHERE type = 'BUILT_IN'))
    ORDER BY priority, group_id LIMIT 1`
  return (await appGroups.all(reader, tail, [appId, user.id]))[0]
}

/** @throws ApiError E0000007 for a group that is not assigned */
export async function readAppGroup(reader: Reader, appId: string, groupId: string): Promise<AppGroupRecord> {
  await apps.require(reader, appId)
  const found = await appGroups.get(reader, appId, groupId)
  if (!found) throw notFound(groupId, 'UserGroup')
  return found
}

/** Changes an assignment; one through a group becomes direct. @throws ApiError E0000007 for one who does not have it, E0000117 */
export async function updateUser(tx: Tx, appId: string, userId: string, write: AssignmentWrite): Promise<AppUserView> {
  await readAppUser(tx, appId, userId)
  return assignUser(tx, appId, userId, write)
}

/** Assigned groups by priority, those of the same one by id. */
export async function listAppGroups(reader: Reader, appId: string, query: PageQuery): Promise<Page<AppGroupRecord>> {
  await apps.require(reader, appId)
  // WHY looked up: a page begins behind a priority, which the cursor does not hold.
  const last = query.after ? await appGroups.get(reader, appId, query.after) : undefined
  if (query.after && !last) throw invalidCursor()
  const { condition } = reader.visible('read', 'group')
  const tail = `WHERE ${condition} AND app_id = ? AND (priority, group_id) > (?, ?) ORDER BY priority, group_id LIMIT ?`
  const params = [appId, last?.priority ?? -1, last?.groupId ?? '', query.limit + 1]
  return cutPage(await appGroups.all(reader, tail, params), query.limit, ({ groupId }) => groupId)
}

export async function listAppsOfGroup(
  reader: Reader,
  groupId: string,
  query: PageQuery,
): Promise<Page<AppWithPolicies>> {
  await groups.require(reader, groupId)
  const { condition } = reader.visible('read', 'app')
  const tail = `WHERE ${condition} AND g.group_id = ? AND a.id > ? ORDER BY a.id LIMIT ?`
  const params = [groupId, startAfter('app', query.after), query.limit + 1]
  const rows = await readApps(reader, tail, params, 'app_groups g JOIN apps a ON a.id = g.app_id')
  return cutPage(rows, query.limit, ({ id }) => id)
}

const userTargets = (app: AppRecord, user: UserRecord, details?: LogTarget['changeDetails']) => [
  userTarget({ id: user.id, login: user.login, displayName: displayNameOf(user) }),
  appTarget(app, details),
]

/** What a request says of an assignment; absent: as it was, or as it follows from the person. */
interface AssignmentWrite {
  profile?: Record<string, unknown> | undefined
  credentials?: { userName?: string | undefined } | undefined
}

/**
 * Assigns a person directly, or changes the assignment that they have (spec/5 decision 5); what changes nothing leaves no event.
 * @throws ApiError E0000117 for a deactivated person
 */
export async function assignUser(
  tx: Tx,
  appId: string,
  userId: string,
  { profile, credentials }: AssignmentWrite,
): Promise<AppUserView> {
  const app = await apps.require(tx, appId)
  const user = await requireUser(tx, userId)
  const before = await appUsers.get(tx, appId, user.id)
  const type = before ? 'application.user_membership.update' : 'application.user_membership.add'
  tx.authorize(type, userTargets(app, user), 'well-formed')
  if (user.status === 'DEPROVISIONED') throw new ApiError('E0000117')
  const assignment: AppUserRecord = {
    ...{ appId, userId: user.id },
    profile: profile ?? before?.profile ?? {},
    userName: credentials?.userName ?? before?.userName ?? null,
    created: before?.created ?? tx.now,
    lastUpdated: tx.now,
  }
  const details = before && changeDetails(userAuditView(before), userAuditView(assignment))
  if (before && !details) return appUserView(app, user, before)
  if (before) await appUsers.update(tx, before, assignment)
  else await appUsers.insert(tx, assignment)
  tx.record({ type, targets: userTargets(app, user, details) })
  return appUserView(app, user, assignment)
}

/** A person's assignment as the audit log shows it. */
const userAuditView = ({ profile, userName }: AppUserRecord) => ({ profile, userName })

/** @throws ApiError E0000007 when they do not have it */
export async function removeUser(tx: Tx, appId: string, userId: string): Promise<void> {
  const app = await apps.require(tx, appId)
  const user = await requireUser(tx, userId)
  tx.authorize('application.user_membership.remove', userTargets(app, user))
  if (!(await appUsers.remove(tx, { appId, userId: user.id }))) throw notFound(userId, 'User')
  tx.record({ type: 'application.user_membership.remove', targets: userTargets(app, user) })
}

/** Assigns a group, or changes its assignment; without a priority it comes last. */
export async function assignGroup(
  tx: Tx,
  appId: string,
  groupId: string,
  { priority, profile = {} }: { priority?: number; profile?: Record<string, unknown> },
): Promise<AppGroupRecord> {
  const app = await apps.require(tx, appId)
  const group = await groups.require(tx, groupId)
  const before = await appGroups.get(tx, appId, groupId)
  const type = before ? 'group.application_assignment.update' : 'group.application_assignment.add'
  tx.authorize(type, [groupTarget(group), appTarget(app)], 'well-formed')
  const assignment: AppGroupRecord = {
    ...{ appId, groupId, profile },
    priority: priority ?? before?.priority ?? (await nextPriority(tx, appId)),
    lastUpdated: tx.now,
  }
  if (before) await appGroups.update(tx, before, assignment)
  else await appGroups.insert(tx, assignment)
  const details = before && changeDetails(auditView(before), auditView(assignment))
  tx.record({ type, targets: [groupTarget(group), appTarget(app, details)] })
  return assignment
}

async function nextPriority(reader: Reader, appId: string): Promise<number> {
  const sql = 'SELECT coalesce(max(priority) + 1, 0) AS next FROM app_groups WHERE app_id = ?'
  return (await reader.first<{ next: number }>(sql, [appId]))?.next ?? 0
}

/** A group's assignment as the audit log shows it. */
const auditView = ({ priority, profile }: AppGroupRecord) => ({ priority, profile })

/** @throws ApiError E0000007 when the group is not assigned */
export async function removeGroup(tx: Tx, appId: string, groupId: string): Promise<void> {
  const app = await apps.require(tx, appId)
  const group = await groups.require(tx, groupId)
  tx.authorize('group.application_assignment.remove', [groupTarget(group), appTarget(app)])
  if (!(await appGroups.remove(tx, { appId, groupId }))) throw notFound(groupId, 'UserGroup')
  tx.record({ type: 'group.application_assignment.remove', targets: [groupTarget(group), appTarget(app)] })
}
