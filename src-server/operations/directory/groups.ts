import { ApiError, invalid, notFound } from '../../contract/api-error.ts'
import type { Group } from '../../contract/group.ts'
import { newId } from '../../db/ids.ts'
import { changeDetails, groupTarget, userTarget } from '../audit/targets.ts'
import { cutPage, invalidCursor, prefixPattern, startAfter, type Page } from '../page.ts'
import type { Act, Service, Unit } from '../service.ts'
import { requireUser, type UserRow } from './users.ts'

export interface GroupRow {
  id: string
  type: Group['type']
  name: string
  description: string | null
  created: string
  last_updated: string
  last_membership_updated: string
}

interface ListQuery {
  q?: string
  limit: number
  after?: string
}

/** Groups by id; with `q` by name, exact matches first as they sort first. */
export async function listGroups(service: Service, { q, limit, after }: ListQuery): Promise<Page<GroupRow>> {
  const { read } = service.store
  // By name the place of the cursor's group must be known; by id it may be gone.
  if (q && after && !(await read.first('SELECT 1 FROM groups WHERE id = ?', [after]))) throw invalidCursor()
  const rows = q
    ? await read.all<GroupRow>(
        `SELECT * FROM groups WHERE name LIKE ? ESCAPE '\\'
         AND (name, id) > (SELECT name, id FROM groups WHERE id = ? UNION ALL SELECT '', '' LIMIT 1)
         ORDER BY name, id LIMIT ?`,
        [prefixPattern(q), after ?? '', limit + 1],
      )
    : await read.all<GroupRow>('SELECT * FROM groups WHERE id > ? ORDER BY id LIMIT ?', [
        startAfter('group', after),
        limit + 1,
      ])
  return cutPage(rows, limit, (row) => row.id)
}

/** @throws E0000007 */
export async function requireGroup(service: Service, groupId: string): Promise<GroupRow> {
  const row = await service.store.read.first<GroupRow>('SELECT * FROM groups WHERE id = ?', [groupId])
  if (!row) throw notFound(groupId, 'UserGroup')
  return row
}

interface GroupProfile {
  name: string
  description?: string | null
}

async function requireFreeGroupName(unit: Unit, name: string, id = ''): Promise<void> {
  const sql = `SELECT 1 FROM groups WHERE name = ? AND type <> 'APP_GROUP' AND id <> ?`
  if (await unit.statements.first(sql, [name, id])) throw invalid('profile.name', `another group is named ${name}`)
}

export function createGroup(service: Service, act: Act, profile: GroupProfile): Promise<string> {
  return service.write(act, async (unit) => {
    const { Group } = service.store.models
    await requireFreeGroupName(unit, profile.name)
    const id = newId('group')
    await Group.create(
      {
        id,
        type: 'SVC_GROUP',
        name: profile.name,
        description: profile.description ?? null,
        created: unit.now,
        lastUpdated: unit.now,
        lastMembershipUpdated: unit.now,
      },
      { transaction: unit.transaction },
    )
    unit.record({ type: 'group.lifecycle.create', targets: [groupTarget({ id, name: profile.name })] })
    return id
  })
}

/** Renames or describes a group of this organization. @throws E0000006 for Everyone and for imported groups */
export function replaceGroup(service: Service, act: Act, groupId: string, profile: GroupProfile): Promise<void> {
  return service.write(act, async (unit) => {
    const before = await requireGroup(service, groupId)
    unit.attempt({ type: 'group.profile.update', targets: [groupTarget(before)], refusals: 'forbidden' })
    if (before.type !== 'SVC_GROUP') throw new ApiError('E0000006')
    await requireFreeGroupName(unit, profile.name, groupId)
    const after = { name: profile.name, description: profile.description ?? null }
    await service.store.models.Group.update(
      { ...after, lastUpdated: unit.now },
      { where: { id: groupId }, transaction: unit.transaction },
    )
    const { name, description } = before
    const target = groupTarget({ id: groupId, name: after.name }, changeDetails({ name, description }, after))
    unit.record({ type: 'group.profile.update', targets: [target] })
  })
}

/** Deletes a group of this organization; conditions keep its id, dangling (spec/4 §1.9). */
export function deleteGroup(service: Service, act: Act, groupId: string): Promise<void> {
  return service.write(act, async (unit) => {
    const group = await requireGroup(service, groupId)
    unit.attempt({ type: 'group.lifecycle.delete', targets: [groupTarget(group)] })
    if (group.type !== 'SVC_GROUP') throw new ApiError('E0000006')
    await unit.statements.run('DELETE FROM groups WHERE id = ?', [groupId])
    const { name, description } = group
    const details = changeDetails({ name, description }, {})
    unit.record({ type: 'group.lifecycle.delete', targets: [groupTarget(group, details)] })
  })
}

/** Members by id. Everyone is in the built-in group, without a row for each. */
export async function listMembers(service: Service, groupId: string, query: ListQuery): Promise<Page<UserRow>> {
  const group = await requireGroup(service, groupId)
  const source =
    group.type === 'BUILT_IN'
      ? `SELECT u.* FROM users u WHERE u.id > ?2 AND ?1 = ?1`
      : `SELECT u.* FROM group_members m JOIN users u ON u.id = m.user_id WHERE m.group_id = ?1 AND m.user_id > ?2`
  const rows = await service.store.read.all<UserRow>(`${source} ORDER BY u.id LIMIT ?3`, [
    groupId,
    startAfter('user', query.after),
    query.limit + 1,
  ])
  return cutPage(rows, query.limit, (row) => row.id)
}

/** The groups of a person, Everyone included, by id. */
export function listGroupsOfUser(service: Service, userId: string): Promise<GroupRow[]> {
  return service.store.read.all<GroupRow>(
    `SELECT * FROM groups WHERE type = 'BUILT_IN'
       OR id IN (SELECT group_id FROM group_members WHERE user_id = ?) ORDER BY id`,
    [userId],
  )
}

/** Adds or removes a member; repeating it is fine and leaves no event (spec/4 §2.2). */
export function setMembership(
  service: Service,
  act: Act,
  groupId: string,
  userId: string,
  member: boolean,
): Promise<void> {
  return service.write(
    act,
    async (unit) => {
      const group = await requireGroup(service, groupId)
      const user = await requireUser(service, userId)
      const type = member ? 'group.user_membership.add' : 'group.user_membership.remove'
      const displayName = `${user.first_name} ${user.last_name}`
      const targets = [userTarget({ id: user.id, login: user.login, displayName }), groupTarget(group)]
      unit.attempt({ type, targets, refusals: 'forbidden' })
      if (group.type !== 'SVC_GROUP') throw new ApiError('E0000006')
      const sql = member
        ? 'INSERT OR IGNORE INTO group_members (group_id, user_id) VALUES (?, ?)'
        : 'DELETE FROM group_members WHERE group_id = ? AND user_id = ?'
      if ((await unit.statements.run(sql, [groupId, user.id])) === 0) return
      await unit.statements.run('UPDATE groups SET last_membership_updated = ? WHERE id = ?', [unit.now, groupId])
      unit.record({ type, targets })
    },
    { changes: [] },
  )
}
