import { ApiError, notFound } from '#contract/interface/api-error.ts'
import type { UserStatus } from '#contract/directory/user.ts'
import { appTarget, changeDetails, groupTarget, userTarget } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import { appGroups, apps, appUsers, type AppGroupRecord, type AppRecord, type AppUserRecord } from '#db/tables/apps.ts'
import { groups } from '#db/tables/groups.ts'
import { displayNameOf, type UserRecord } from '#db/tables/users.ts'
import { requireUser } from '../directory/find-user.ts'
import { readApps, type AppWithPolicies } from './apps.ts'

type PageQuery = { limit: number; after?: string }

/** A direct assignment, with the status of the person. */
export type AppUserView = AppUserRecord & { status: UserStatus }

export async function listAppUsers(reader: Reader, appId: string, query: PageQuery): Promise<Page<AppUserView>> {
  await apps.require(reader, appId)
  const sql = `SELECT ${appUsers.select('a')}, u.status FROM app_users a JOIN users u ON u.id = a.user_id
    WHERE a.app_id = ? AND a.user_id > ? ORDER BY a.user_id LIMIT ?`
  const rows = await reader.all<object>(sql, [appId, startAfter('user', query.after), query.limit + 1])
  return cutPage(
    rows.map((row) => appUsers.fromRow<AppUserView>(row)),
    query.limit,
    ({ userId }) => userId,
  )
}

export async function listAppGroups(reader: Reader, appId: string, query: PageQuery): Promise<Page<AppGroupRecord>> {
  await apps.require(reader, appId)
  const tail = 'WHERE app_id = ? AND group_id > ? ORDER BY group_id LIMIT ?'
  const rows = await appGroups.all(reader, tail, [appId, startAfter('group', query.after), query.limit + 1])
  return cutPage(rows, query.limit, ({ groupId }) => groupId)
}

export async function listAppsOfGroup(
  reader: Reader,
  groupId: string,
  query: PageQuery,
): Promise<Page<AppWithPolicies>> {
  await groups.require(reader, groupId)
  const tail = 'WHERE g.group_id = ? AND a.id > ? ORDER BY a.id LIMIT ?'
  const params = [groupId, startAfter('app', query.after), query.limit + 1]
  const rows = await readApps(reader, tail, params, 'app_groups g JOIN apps a ON a.id = g.app_id')
  return cutPage(rows, query.limit, ({ id }) => id)
}

const userTargets = (app: AppRecord, user: UserRecord) => [
  userTarget({ id: user.id, login: user.login, displayName: displayNameOf(user) }),
  appTarget(app),
]

/** @throws ApiError E0000062 when they have it already; E0000117 for somebody who is deactivated */
export async function assignUser(
  tx: Tx,
  appId: string,
  userId: string,
  profile: Record<string, unknown> = {},
): Promise<AppUserView> {
  const app = await apps.require(tx, appId)
  const user = await requireUser(tx, userId)
  const targets = userTargets(app, user)
  tx.authorize('application.user_membership.add', targets, 'well-formed')
  if (user.status === 'DEPROVISIONED') throw new ApiError('E0000117')
  const assignment = { appId, userId: user.id, profile, created: tx.now, lastUpdated: tx.now }
  if (!(await appUsers.insert(tx, assignment, { ifAbsent: true }))) throw new ApiError('E0000062')
  tx.record({ type: 'application.user_membership.add', targets })
  return { ...assignment, status: user.status }
}

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
