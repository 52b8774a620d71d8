import { ApiError, notFound } from '../../contract/api-error.ts'
import { appTarget, changeDetails, groupTarget, userTarget } from '../audit/targets.ts'
import { requireGroup } from '../directory/groups.ts'
import { requireUser } from '../directory/users.ts'
import { cutPage, startAfter, type Page } from '../page.ts'
import type { Act, Service } from '../service.ts'
import { APP_COLUMNS, requireApp, type AppRow } from './apps.ts'

export interface AppUserRow {
  user_id: string
  profile: string
  created: string
  last_updated: string
  status: string
}

export interface AppGroupRow {
  group_id: string
  priority: number
  profile: string
  last_updated: string
}

type PageQuery = { limit: number; after?: string }

const APP_USER = `SELECT a.user_id, a.profile, a.created, a.last_updated, u.status
  FROM app_users a JOIN users u ON u.id = a.user_id`

export async function listAppUsers(service: Service, appId: string, query: PageQuery): Promise<Page<AppUserRow>> {
  await requireApp(service, appId)
  const sql = `${APP_USER} WHERE a.app_id = ? AND a.user_id > ? ORDER BY a.user_id LIMIT ?`
  const rows = await service.store.read.all<AppUserRow>(sql, [appId, startAfter('user', query.after), query.limit + 1])
  return cutPage(rows, query.limit, (row) => row.user_id)
}

export async function listAppGroups(service: Service, appId: string, query: PageQuery): Promise<Page<AppGroupRow>> {
  await requireApp(service, appId)
  const sql = 'SELECT * FROM app_groups WHERE app_id = ? AND group_id > ? ORDER BY group_id LIMIT ?'
  const rows = await service.store.read.all<AppGroupRow>(sql, [
    appId,
    startAfter('group', query.after),
    query.limit + 1,
  ])
  return cutPage(rows, query.limit, (row) => row.group_id)
}

export async function listAppsOfGroup(service: Service, groupId: string, query: PageQuery): Promise<Page<AppRow>> {
  await requireGroup(service, groupId)
  const sql = `SELECT ${APP_COLUMNS} FROM app_groups g JOIN apps a ON a.id = g.app_id
    WHERE g.group_id = ? AND a.id > ? ORDER BY a.id LIMIT ?`
  const rows = await service.store.read.all<AppRow>(sql, [groupId, startAfter('app', query.after), query.limit + 1])
  return cutPage(rows, query.limit, (row) => row.id)
}

/** @throws E0000062 when they have it already; E0000117 for somebody who is not active yet or any more */
export function assignUser(
  service: Service,
  act: Act,
  appId: string,
  userId: string,
  profile: Record<string, unknown> = {},
): Promise<AppUserRow> {
  return service.write(
    act,
    async (unit) => {
      const app = await requireApp(service, appId)
      const user = await requireUser(service, userId)
      const displayName = `${user.first_name} ${user.last_name}`
      const targets = [userTarget({ id: user.id, login: user.login, displayName }), appTarget(app)]
      unit.attempt({ type: 'application.user_membership.add', targets, refusals: 'forbidden' })
      if (user.status === 'DEPROVISIONED') throw new ApiError('E0000117')
      const inserted = await unit.statements.run(
        'INSERT OR IGNORE INTO app_users (app_id, user_id, profile, created, last_updated) VALUES (?, ?, ?, ?, ?)',
        [appId, user.id, JSON.stringify(profile), unit.now, unit.now],
      )
      if (inserted === 0) throw new ApiError('E0000062')
      unit.record({ type: 'application.user_membership.add', targets })
      return {
        user_id: user.id,
        profile: JSON.stringify(profile),
        created: unit.now,
        last_updated: unit.now,
        status: user.status,
      }
    },
    { changes: [] },
  )
}

/** @throws E0000007 when they do not have it */
export function removeUser(service: Service, act: Act, appId: string, userId: string): Promise<void> {
  return service.write(
    act,
    async (unit) => {
      const app = await requireApp(service, appId)
      const user = await requireUser(service, userId)
      const sql = 'DELETE FROM app_users WHERE app_id = ? AND user_id = ?'
      if ((await unit.statements.run(sql, [appId, user.id])) === 0) throw notFound(userId, 'User')
      const displayName = `${user.first_name} ${user.last_name}`
      const targets = [userTarget({ id: user.id, login: user.login, displayName }), appTarget(app)]
      unit.record({ type: 'application.user_membership.remove', targets })
    },
    { changes: [] },
  )
}

/** Assigns a group, or changes its assignment; without a priority it comes last. */
export function assignGroup(
  service: Service,
  act: Act,
  appId: string,
  groupId: string,
  { priority, profile = {} }: { priority?: number; profile?: Record<string, unknown> },
): Promise<AppGroupRow> {
  return service.write(
    act,
    async (unit) => {
      const app = await requireApp(service, appId)
      const group = await requireGroup(service, groupId)
      const before = await unit.statements.first<AppGroupRow>(
        'SELECT * FROM app_groups WHERE app_id = ? AND group_id = ?',
        [appId, groupId],
      )
      const next = await unit.statements.first<{ next: number }>(
        'SELECT coalesce(max(priority) + 1, 0) AS next FROM app_groups WHERE app_id = ?',
        [appId],
      )
      const row: AppGroupRow = {
        group_id: groupId,
        priority: priority ?? before?.priority ?? next?.next ?? 0,
        profile: JSON.stringify(profile),
        last_updated: unit.now,
      }
      await unit.statements.run(
        'INSERT OR REPLACE INTO app_groups (app_id, group_id, priority, profile, last_updated) VALUES (?, ?, ?, ?, ?)',
        [appId, groupId, row.priority, row.profile, row.last_updated],
      )
      const type = before ? 'group.application_assignment.update' : 'group.application_assignment.add'
      const details = before && changeDetails(assignmentView(before), assignmentView(row))
      unit.record({ type, targets: [groupTarget(group), appTarget(app, details)] })
      return row
    },
    { changes: [] },
  )
}

/** What the audit log tells of a group's assignment. */
const assignmentView = ({ priority, profile }: Pick<AppGroupRow, 'priority' | 'profile'>) => ({
  priority,
  profile: JSON.parse(profile) as unknown,
})

/** @throws E0000007 when the group is not assigned */
export function removeGroup(service: Service, act: Act, appId: string, groupId: string): Promise<void> {
  return service.write(
    act,
    async (unit) => {
      const app = await requireApp(service, appId)
      const group = await requireGroup(service, groupId)
      const sql = 'DELETE FROM app_groups WHERE app_id = ? AND group_id = ?'
      if ((await unit.statements.run(sql, [appId, groupId])) === 0) throw notFound(groupId, 'UserGroup')
      unit.record({ type: 'group.application_assignment.remove', targets: [groupTarget(group), appTarget(app)] })
    },
    { changes: [] },
  )
}
