import { isEveryone } from '#contract/directory/built-in-groups.ts'
import { ADMIN_ROLES, ROLE_TYPES, type AssigneeKind, type RoleType } from '#contract/access/admin-roles.ts'
import { ApiError, invalid, notFound } from '#contract/interface/api-error.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { groups } from '#db/tables/groups.ts'
import { roleAssignments, type RoleAssignmentRecord } from '#db/tables/role-assignments.ts'
import { users } from '#db/tables/users.ts'
import { ASSIGNEES, type Assignee } from './assignees.ts'
import { rulesThatFill } from '../directory/group-rules/group-rules.sql.ts'
import { rolesHeldBy } from './roles.sql.ts'
import { keepSuperAdministrator } from './super-administrators.ts'

/** A role with the person, group or client that the path names, and how they come by it. */
interface HeldAssignment {
  readonly assignee: Assignee
  readonly role: RoleAssignmentRecord
}

/** The mightiest roles first. */
export const mightiestFirst = (a: RoleAssignmentRecord, b: RoleAssignmentRecord) =>
  ROLE_TYPES.indexOf(a.type) - ROLE_TYPES.indexOf(b.type) || (a.assigneeId < b.assigneeId ? -1 : 1)

/** The roles of an assignee, the mightiest first; of a person also those of their groups. @throws ApiError E0000007 */
export async function listRoles(
  reader: Reader,
  kind: AssigneeKind,
  idInPath: string,
): Promise<{ assignee: Assignee; roles: readonly RoleAssignmentRecord[] }> {
  const assignee = await ASSIGNEES[kind].require(reader, idInPath)
  const roles = await rolesHeldBy(reader, assignee.id)
  return { assignee, roles: reader.visible('read', 'roleAssignment').of(roles).toSorted(mightiestFirst) }
}

/** A role by its id. @throws ApiError E0000007, of the kind `RoleAssignment` for a role whose person is gone, too (spec/5 §10) */
export async function requireRole(
  reader: Reader,
  kind: AssigneeKind,
  idInPath: string,
  roleId: string,
): Promise<HeldAssignment> {
  const assignee = await ASSIGNEES[kind].require(reader, idInPath).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'E0000007' ? notFound(roleId, 'RoleAssignment') : error
  })
  const role = await roleAssignments.findOne(reader, { where: { assigneeId: assignee.id, roleId } })
  if (!role) throw notFound(roleId, 'RoleAssignment')
  return { assignee, role }
}

/** A role as the target of an event. */
export const roleTarget = ({ roleId, type }: RoleAssignmentRecord, details?: LogTarget['changeDetails']) =>
  targetOf('roleAssignment', { id: roleId, name: ADMIN_ROLES[type].label }, details, { alternateId: type })

const PREFIXED = { USER: 'roleAssignment', CLIENT: 'roleAssignment', GROUP: 'groupRoleAssignment' } as const

/**
 * Assigns a role, without limits. @throws ApiError E0000007; E0000090 where it is held already; E0000001 for a group that anybody gets
 * into without an administrator's act, and for somebody deactivated
 */
export async function assignRole(tx: Tx, kind: AssigneeKind, idInPath: string, type: RoleType): Promise<string> {
  const assignee = await ASSIGNEES[kind].require(tx, idInPath)
  const { granted } = ASSIGNEES[kind]
  tx.authorize(granted, [assignee.target], 'well-formed')
  if (kind === 'GROUP') await assertMembersAreChosen(tx, assignee.id)
  if (kind === 'USER') await assertNotDeactivated(tx, assignee.id)
  const roleId = ADMIN_ROLES[type].sharedId ?? tx.newId(PREFIXED[kind])
  const stamps = { created: tx.now, lastUpdated: tx.now }
  const role = { assigneeId: assignee.id, type, assigneeKind: kind, roleId, ...stamps }
  if (!(await roleAssignments.insertIfAbsent(tx, role))) throw new ApiError('E0000090')
  tx.record({ type: granted, targets: [assignee.target, roleTarget(role)], debugData: { privilegeGranted: type } })
  return roleId
}

/** WHY: who may change somebody's profile could make an administrator of them. */
async function assertMembersAreChosen(tx: Tx, groupId: string): Promise<void> {
  const group = await groups.require(tx, groupId)
  if (isEveryone(group)) throw invalid('type', `everybody is a member of ${group.name}, and would be an administrator`)
  if (group.type === 'BUILT_IN')
    throw invalid(
      'type',
      `the members of ${group.name} are those who hold a role: with one of its own none would leave it`,
    )
  if (group.type === 'APP_GROUP')
    throw invalid('type', `the members of ${group.name} come from an application, which would make administrators`)
  const rule = (await rulesThatFill(tx, groupId)).find(({ status }) => status === 'ACTIVE')
  if (rule)
    throw invalid('type', `the group rule ${rule.name} puts people into ${group.name}, and would make administrators`)
}

async function assertNotDeactivated(tx: Tx, userId: string): Promise<void> {
  const { status } = await users.require(tx, userId)
  if (status === 'DEPROVISIONED') throw invalid('userId', 'the person is deactivated', 'path')
}

/** Takes a role away, with its limits. @throws ApiError E0000007; E0000006 for that of the last super administrator who can sign in */
export async function unassignRole(tx: Tx, kind: AssigneeKind, idInPath: string, roleId: string): Promise<void> {
  const { assignee, role } = await requireRole(tx, kind, idInPath, roleId)
  const { revoked } = ASSIGNEES[kind]
  tx.authorize(revoked, [assignee.target, roleTarget(role)])
  if (role.type === 'SUPER_ADMIN') await keepSuperAdministrator(tx, { assigneeId: assignee.id })
  await roleAssignments.remove(tx, role)
  const details = changeDetails({ type: role.type }, {})
  tx.record({
    type: revoked,
    targets: [assignee.target, roleTarget(role, details)],
    debugData: { privilegeRevoked: role.type },
  })
}
