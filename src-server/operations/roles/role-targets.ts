import { isEveryone } from '#contract/directory/built-in-groups.ts'
import { ADMIN_ROLES, type AssigneeKind, type LimitedRoleWrite, type RoleLimit } from '#contract/access/admin-roles.ts'
import { ApiError, invalid, notFound } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { appTarget, changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { apps } from '#db/tables/apps.ts'
import { groups } from '#db/tables/groups.ts'
import {
  roleAssignments,
  roleTargets,
  type RoleAssignmentRecord,
  type RoleTargetRecord,
} from '#db/tables/role-assignments.ts'
import { readAppName } from './app-names.ts'
import { ASSIGNEES } from './assignees.ts'
import { assignRole, requireRole, roleTarget } from './role-assignments.ts'

/** Which role of whom, as paths name it. */
export interface RoleInPath {
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
  const named = await readAppName(reader, id)
  if (named === null) throw notFound(id, 'AppInstance')
  return { kind, targetId: named.name, logged: targetOf('app', { id: named.name, name: named.label }) }
}

/**
 * Limits a role to a target, or adds one to those that it has; what is a target already stays one, without an event.
 * @throws ApiError E0000007; E0000001 for a role that cannot be limited so; E0000093 for too many names
 */
export async function addTarget(tx: Tx, { kind, assignee: id, roleId }: RoleInPath, target: Target): Promise<void> {
  const { assignee, role } = await requireRole(tx, kind, id, roleId)
  const { granted } = ASSIGNEES[kind]
  tx.authorize(granted, [assignee.target, roleTarget(role)], 'well-formed')
  const found = await findTarget(tx, target)
  assertLimitedBy(role, LIMITED_BY[found.kind])
  const row = {
    assigneeId: role.assigneeId,
    type: role.type,
    kind: found.kind,
    targetId: found.targetId,
    created: tx.now,
  }
  if (!(await roleTargets.insertIfAbsent(tx, row))) return
  if (found.kind === 'appName') await assertQuotaOfNames(tx, role)
  await touch(tx, role)
  tx.record({
    type: granted,
    targets: [assignee.target, roleTarget(role), found.logged],
    debugData: { targetAdded: found.targetId },
  })
}

/** @throws ApiError E0000093 */
async function assertQuotaOfNames(tx: Tx, { assigneeId, type }: RoleAssignmentRecord): Promise<void> {
  const names = await roleTargets.count(tx, { assigneeId, type, kind: 'appName' })
  if (names <= LIMITS.roleAppNames) return
  const errorSummary = `a role is limited to at most ${LIMITS.roleAppNames} names of applications`
  throw new ApiError('E0000093', { causes: [{ errorSummary }] })
}

/**
 * Takes all applications from the limits of a role, which then reaches every one; nothing happens where it has none.
 * @throws ApiError E0000007; E0000001 for a role that cannot be limited to applications
 */
export async function reachAllApps(tx: Tx, { kind, assignee: id, roleId }: RoleInPath): Promise<void> {
  const { assignee, role } = await requireRole(tx, kind, id, roleId)
  const { granted } = ASSIGNEES[kind]
  tx.authorize(granted, [assignee.target, roleTarget(role)], 'well-formed')
  assertLimitedBy(role, 'apps')
  const targets = await roleTargets.findAll(tx, { where: { assigneeId: role.assigneeId, type: role.type } })
  if (targets.length === 0) return
  for (const target of targets) await roleTargets.remove(tx, target)
  await touch(tx, role)
  const details = changeDetails({ targets: targets.map(({ targetId }) => targetId) }, { targets: [] })
  tx.record({ type: granted, targets: [assignee.target, roleTarget(role, details)], debugData: { targetAdded: 'all' } })
}

/** @throws ApiError E0000001 */
function assertLimitedBy({ type }: RoleAssignmentRecord, by: NonNullable<RoleLimit>): void {
  const { limitedBy, label } = ADMIN_ROLES[type]
  if (limitedBy === by) return
  throw invalid('roleId', `${label} cannot be limited to ${by === 'apps' ? 'applications' : 'groups'}`, 'path')
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
