import {
  ROLE_TYPES,
  type Administrator,
  type CallerRights,
  type HeldRole,
  type RoleLimitView,
} from '#contract/access/admin-roles.ts'
import { canAct } from '#contract/directory/user-status.ts'
import { ALL_PERMISSIONS } from '#contract/access/role-permissions.ts'
import type { Principal } from '#audit-log/request-context.ts'
import type { Rights } from '#audit-log/rights.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { apps } from '#db/tables/apps.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import { groups } from '#db/tables/groups.ts'
import { roleAssignments, roleTargets, type RoleAssignmentRecord } from '#db/tables/role-assignments.ts'
import { clientIdOf } from '../apps/clients.ts'
import { readSetting } from '../service/settings.ts'
import { readAppName } from './app-names.ts'
import { firstMembers, holdersOfRoles, peopleWithIds, type Person } from './roles.sql.ts'

/** Who holds administrator roles, and why: people, then groups, then clients, each by name. */
export async function listAdministrators(reader: Reader): Promise<Administrator[]> {
  const assigned = await roleAssignments.findAll(reader)
  const held = await heldRoles(reader, assigned)
  const groupNames = await groups.byId(reader, idsOf(assigned, 'GROUP'))
  const clients = await apps.byId(reader, idsOf(assigned, 'CLIENT'))

  const people = new Map<string, Administrator>()
  const add = ({ id, name, login, status }: Person, role: HeldRole) => {
    const person = people.get(id) ?? { kind: 'USER', id, name, detail: login, isActive: canAct(status), roles: [] }
    person.roles.push(role)
    people.set(id, person)
  }
  for (const person of await peopleWithIds(reader, idsOf(assigned, 'USER')))
    for (const role of held.get(person.id) ?? []) add(person, role)
  for (const { id, name } of groupNames.values())
    for (const member of await firstMembers(reader, id, LIMITS.administratorsOfGroup))
      for (const role of held.get(id) ?? []) add(member, { ...role, through: { id, name } })

  const groupRows = [...groupNames.values()].map(({ id, name }): Administrator => ({
    kind: 'GROUP',
    id,
    name,
    detail: null,
    isActive: true,
    roles: held.get(id) ?? [],
  }))
  const clientRows = [...clients.values()].map((app): Administrator => ({
    ...{ kind: 'CLIENT', id: app.id, name: app.label, detail: clientIdOf(app) },
    isActive: app.status === 'ACTIVE',
    roles: held.get(app.id) ?? [],
  }))
  const all = [byName([...people.values()]), byName(groupRows), byName(clientRows)].flat()
  return reader.visible('read', 'roleAssignment').of(all).map(withRolesInOrder)
}

const idsOf = (assigned: readonly RoleAssignmentRecord[], kind: RoleAssignmentRecord['assigneeKind']) => [
  ...new Set(assigned.filter(({ assigneeKind }) => assigneeKind === kind).map(({ assigneeId }) => assigneeId)),
]

/** The ids of all people who hold a role, themselves or by a group, whether they can sign in or not; in order. @throws ApiError E0000029 */
export async function listHolders(
  reader: Reader,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Page<string>> {
  const { condition: visible } = reader.visible('read', 'roleAssignment')
  const place = { after: startAfter('user', after), limit: limit + 1 }
  return cutPage(await holdersOfRoles(reader, { visible, ...place }), limit, (id) => id)
}

const byName = (rows: readonly Administrator[]) =>
  rows.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))

const withRolesInOrder = (row: Administrator): Administrator => ({
  ...row,
  roles: row.roles.toSorted(
    (a, b) => ROLE_TYPES.indexOf(a.type) - ROLE_TYPES.indexOf(b.type) || Number(!!a.through) - Number(!!b.through),
  ),
})

/** The roles of each assignee, with their limits by name. */
async function heldRoles(
  reader: Reader,
  assigned: readonly RoleAssignmentRecord[],
): Promise<ReadonlyMap<string, HeldRole[]>> {
  const limits = await limitsByRole(reader)
  const held = new Map<string, HeldRole[]>()
  for (const { assigneeId, type, assigneeKind, roleId, created } of assigned) {
    const role = {
      id: roleId,
      type,
      assignedTo: assigneeKind,
      limits: limits.get(`${assigneeId} ${type}`) ?? [],
      created,
    }
    held.set(assigneeId, [...(held.get(assigneeId) ?? []), role])
  }
  return held
}

async function limitsByRole(reader: Reader): Promise<ReadonlyMap<string, RoleLimitView[]>> {
  const targets = await roleTargets.findAll(reader, { order: ['created', 'targetId'] })
  const ids = targets.map(({ targetId }) => targetId)
  const [groupNames, instances] = [await groups.byId(reader, ids), await apps.byId(reader, ids)]
  const limits = new Map<string, RoleLimitView[]>()
  for (const { assigneeId, type, kind, targetId } of targets) {
    const name =
      kind === 'group'
        ? groupNames.get(targetId)?.name
        : kind === 'app'
          ? instances.get(targetId)?.label
          : (await readAppName(reader, targetId))?.label
    const key = `${assigneeId} ${type}`
    limits.set(key, [...(limits.get(key) ?? []), { kind, id: targetId, name: name ?? targetId }])
  }
  return limits
}

/** What the caller may do, for pages that leave out or explain what they may not. */
export async function callerRights(reader: Reader, principal: Principal, rights: Rights): Promise<CallerRights> {
  const owner = await readSetting(reader, 'owner')
  return {
    id: principal.id,
    name: principal.displayName ?? principal.login ?? principal.id,
    isOwner: principal.id === owner?.id,
    roles: [...rights.roles],
    permissions: ALL_PERMISSIONS.flatMap((permission) => {
      const reach = rights.reach(permission)
      return reach === null ? [] : [{ permission, limited: reach !== 'all' }]
    }),
  }
}
