import { Op } from 'sequelize'
import { isEveryone } from '#contract/directory/built-in-groups.ts'
import { catalogueEntry } from '#contract/apps/catalogue/catalogue.ts'
import { SIGN_ON_MODE_TABLE } from '#contract/apps/sign-on-modes.ts'
import {
  ADMIN_ROLES,
  type AssigneeKind,
  type LimitedRoleWrite,
  type RoleAppTarget,
} from '#contract/access/admin-roles.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import { invalid, notFound } from '#contract/interface/api-error.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { appTarget, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import { apps } from '#db/tables/apps.ts'
import { groups, type GroupRecord } from '#db/tables/groups.ts'
import {
  roleAssignments,
  roleTargets,
  type RoleAssignmentRecord,
  type RoleTargetRecord,
} from '#db/tables/role-assignments.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { ASSIGNEES } from './assignees.ts'
import { assignRole, requireRole, roleTarget } from './role-assignments.ts'
import { groupsOfLimits } from './roles.sql.ts'

/** Which role of whom, as paths name it. */
interface RoleInPath {
  readonly kind: AssigneeKind
  readonly assignee: string
  readonly roleId: string
}

/** What a role can be limited to. @property appName of an application whose path names it, too: that has to be its name */
export interface Target extends Pick<RoleTargetRecord, 'kind'> {
  readonly id: string
  readonly appName?: string
}

interface Found extends Pick<RoleTargetRecord, 'kind' | 'targetId'> {
  readonly logged: LogTarget
}

interface PageQuery {
  limit: number
  after?: string | undefined
}

const LIMITED_BY = { group: 'groups', app: 'apps', appName: 'apps' } as const

/** @throws ApiError E0000007 for what does not exist; E0000001 for a built-in group */
async function findTarget(reader: Reader, { kind, id, appName }: Target): Promise<Found> {
  if (kind === 'group') {
    const group = await groups.require(reader, id)
    const problem = isEveryone(group)
      ? `everybody is a member of ${group.name}: a role without limits reaches as far`
      : `the members of ${group.name} are administrators, whom a limited role must not reach`
    if (group.type === 'BUILT_IN') throw invalid('targetGroupId', problem, 'path')
    return { kind, targetId: id, logged: targetOf('group', group) }
  }
  if (kind === 'app') {
    const app = await apps.require(reader, id)
    if (appName !== undefined && app.name !== appName) throw notFound(id, 'AppInstance')
    return { kind, targetId: id, logged: appTarget(app) }
  }
  const label = await labelOfName(reader, id)
  if (label === null) throw notFound(id, 'AppInstance')
  return { kind, targetId: id, logged: targetOf('app', { id, name: label }) }
}

/** Names of applications that are none of the catalogue: their modes give them. */
const OWN_NAMES: ReadonlySet<string> = new Set(
  Object.values(SIGN_ON_MODE_TABLE).flatMap((mode) => [
    ...(mode.name === null ? [] : [mode.name]),
    ...('others' in mode ? Object.keys(mode.others) : []),
  ]),
)

/** What all applications of a name are called; null where there is no such name. */
export async function labelOfName(reader: Reader, name: string): Promise<string | null> {
  const entry = catalogueEntry(name)
  if (entry) return entry.label
  if (OWN_NAMES.has(name)) return name
  return (await apps.exists(reader, { name })) ? name : null
}

/**
 * Limits a role to a target, or adds one to those that it has; what is a target already stays one, without an event.
 * @throws ApiError E0000007; E0000001 for a role that cannot be limited so
 */
export async function addTarget(tx: Tx, { kind, assignee: id, roleId }: RoleInPath, target: Target): Promise<void> {
  const { assignee, role } = await requireRole(tx, kind, id, roleId)
  const { granted } = ASSIGNEES[kind]
  tx.authorize(granted, [assignee.target, roleTarget(role)], 'well-formed')
  const found = await findTarget(tx, target)
  const { limitedBy, label } = ADMIN_ROLES[role.type]
  if (limitedBy !== LIMITED_BY[found.kind])
    throw invalid(
      'roleId',
      `${label} cannot be limited to ${LIMITED_BY[found.kind] === 'apps' ? 'applications' : 'groups'}`,
      'path',
    )
  const row = {
    assigneeId: role.assigneeId,
    type: role.type,
    kind: found.kind,
    targetId: found.targetId,
    created: tx.now,
  }
  if (!(await roleTargets.insertIfAbsent(tx, row))) return
  await touch(tx, role)
  tx.record({
    type: granted,
    targets: [assignee.target, roleTarget(role), found.logged],
    debugData: { targetAdded: found.targetId },
  })
}

/**
 * Assigns a role with its limits, all or none: it never reaches further than asked, not even for a moment.
 * @returns its id @throws ApiError as {@link assignRole} and {@link addTarget}
 */
export async function assignLimitedRole(tx: Tx, { kind, id, type, limits }: LimitedRoleWrite): Promise<string> {
  const roleId = await assignRole(tx, kind, id, type)
  for (const limit of limits) await addTarget(tx, { kind, assignee: id, roleId }, limit)
  return roleId
}

/**
 * Takes a target from the limits of a role. @throws ApiError E0000007; E0000001 for the last one, without which the role would reach
 * everything
 */
export async function removeTarget(tx: Tx, { kind, assignee: id, roleId }: RoleInPath, target: Target): Promise<void> {
  const { assignee, role } = await requireRole(tx, kind, id, roleId)
  const { revoked } = ASSIGNEES[kind]
  tx.authorize(revoked, [assignee.target, roleTarget(role)], 'well-formed')
  const found = await findTarget(tx, target)
  const stored = await roleTargets.get(tx, role.assigneeId, role.type, found.kind, found.targetId)
  if (!stored) throw notFound(found.targetId, found.kind === 'group' ? 'UserGroup' : 'AppInstance')
  if ((await roleTargets.count(tx, { assigneeId: role.assigneeId, type: role.type })) === 1)
    throw invalid(
      'roleId',
      'this is the last target, without which the role has no limits; take the role away instead',
      'path',
    )
  await roleTargets.remove(tx, stored)
  await touch(tx, role)
  tx.record({
    type: revoked,
    targets: [assignee.target, roleTarget(role), found.logged],
    debugData: { targetRemoved: found.targetId },
  })
}

const touch = (tx: Tx, role: RoleAssignmentRecord) => roleAssignments.update(tx, role, { lastUpdated: tx.now })

/** The groups that a role is limited to, in the order of their ids. @throws ApiError E0000007, E0000029 */
export async function listGroupTargets(
  reader: Reader,
  { kind, assignee, roleId }: RoleInPath,
  query: PageQuery,
): Promise<Page<GroupRecord>> {
  const { role } = await requireRole(reader, kind, assignee, roleId)
  const { condition: visible } = reader.visible('read', 'roleAssignment')
  const place = { after: startAfter('group', query.after), limit: query.limit + 1 }
  return cutPage(await groupsOfLimits(reader, role, { visible, ...place }), query.limit, ({ id }) => id)
}

/** An application that a role is limited to. */
export type AppTarget = Omit<RoleAppTarget, '_links'>

/** The applications that a role is limited to: instances, and names of the catalogue. @throws ApiError E0000007 */
export async function listAppTargets(
  reader: Reader,
  { kind, assignee, roleId }: RoleInPath,
  { limit, after = '', status }: PageQuery & { status?: ActiveStatus | undefined },
): Promise<Page<AppTarget>> {
  const { role } = await requireRole(reader, kind, assignee, roleId)
  const { condition } = reader.visible('read', 'roleAssignment')
  const ofRole = { assigneeId: role.assigneeId, type: role.type, kind: { [Op.ne]: 'group' as const } }
  const rows = await roleTargets.findAll(reader, {
    where: { ...ofRole, targetId: { [Op.gt]: after }, ...sqlCondition(condition) },
    order: ['targetId'],
  })
  const instances = await apps.byId(
    reader,
    rows.map(({ targetId }) => targetId),
  )
  const targets: AppTarget[] = []
  for (const { kind: targetKind, targetId } of rows) {
    const app = instances.get(targetId)
    if (app) targets.push({ name: app.name, displayName: app.label, status: app.status, id: app.id })
    else if (targetKind === 'appName') {
      const displayName = (await labelOfName(reader, targetId)) ?? targetId
      targets.push({ name: targetId, displayName, status: 'ACTIVE' })
    }
  }
  const shown = status === undefined ? targets : targets.filter((target) => target.status === status)
  return cutPage(shown, limit, ({ id, name }) => id ?? name)
}
