import type { Administrator, AssigneeKind, RoleLimitView, RoleType } from '#contract/access/admin-roles.ts'
import type { OperationId } from '#contract/routes/index.ts'
import { api } from '#ui/api/client.ts'

/** Who or what roles are assigned to. */
export interface RoleOwner {
  readonly kind: AssigneeKind
  /** As paths name it: the id of a person or group, the client id of an application. */
  readonly idInPath: string
  readonly name: string
}

type LimitKind = RoleLimitView['kind']

/** What is to limit a role. */
export type NewLimit = Pick<RoleLimitView, 'id'> & { kind: Exclude<LimitKind, 'appName'> }

interface OwnerOperations {
  readonly param: 'userId' | 'groupId' | 'clientId'
  readonly unassign: OperationId
  readonly add: Readonly<Record<NewLimit['kind'], OperationId>>
  readonly remove: Readonly<Record<LimitKind, OperationId>>
}

const OPERATIONS: Readonly<Record<AssigneeKind, OwnerOperations>> = {
  USER: {
    ...{ param: 'userId', unassign: 'unassignUserRole' },
    add: { group: 'addUserRoleGroup', app: 'addUserRoleApp' },
    remove: { group: 'removeUserRoleGroup', app: 'removeUserRoleApp', appName: 'removeUserRoleAppName' },
  },
  GROUP: {
    ...{ param: 'groupId', unassign: 'unassignGroupRole' },
    add: { group: 'addGroupRoleGroup', app: 'addGroupRoleApp' },
    remove: { group: 'removeGroupRoleGroup', app: 'removeGroupRoleApp', appName: 'removeGroupRoleAppName' },
  },
  CLIENT: {
    ...{ param: 'clientId', unassign: 'unassignClientRole' },
    add: { group: 'addClientRoleGroup', app: 'addClientRoleApp' },
    remove: { group: 'removeClientRoleGroup', app: 'removeClientRoleApp', appName: 'removeClientRoleAppName' },
  },
}

// WHY the cast: which operation is called is data here; the table above names only those that take these parameters.
const call = (id: OperationId, input: object) => api.call(id, input as never)
const paramsOf = ({ kind, idInPath }: RoleOwner) => ({ [OPERATIONS[kind].param]: idInPath })

async function targetParams({ kind, id }: Pick<RoleLimitView, 'kind' | 'id'>): Promise<Record<string, string>> {
  if (kind === 'group') return { targetGroupId: id }
  if (kind === 'appName') return { appName: id }
  const { name } = await api.call('getApp', { params: { appId: id } })
  return { appName: name, appId: id }
}

/** Who a row of the list of administrators is, as paths name them. */
export const ownerOf = ({
  kind,
  id,
  name,
  detail,
}: Pick<Administrator, 'kind' | 'id' | 'name' | 'detail'>): RoleOwner => ({
  kind,
  idInPath: kind === 'CLIENT' ? (detail ?? id) : id,
  name,
})

/** Takes a role away, with its limits. @throws ApiError */
export async function unassignRole(owner: RoleOwner, roleId: string): Promise<void> {
  await call(OPERATIONS[owner.kind].unassign, { params: { ...paramsOf(owner), roleId } })
}

/** Limits a role to a group or application, or adds one to its limits. @throws ApiError */
export async function addLimit(owner: RoleOwner, roleId: string, limit: NewLimit): Promise<void> {
  const params = { ...paramsOf(owner), roleId, ...(await targetParams(limit)) }
  await call(OPERATIONS[owner.kind].add[limit.kind], { params })
}

/** Takes one from the limits of a role. @throws ApiError also for the last one */
export async function removeLimit(
  owner: RoleOwner,
  roleId: string,
  limit: Pick<RoleLimitView, 'kind' | 'id'>,
): Promise<void> {
  const params = { ...paramsOf(owner), roleId, ...(await targetParams(limit)) }
  await call(OPERATIONS[owner.kind].remove[limit.kind], { params })
}

/** Assigns a role with its limits, all or none. @throws ApiError */
export async function assignRole(
  { kind, idInPath }: RoleOwner,
  type: RoleType,
  limits: readonly NewLimit[],
): Promise<void> {
  await api.call('assignLimitedRole', { body: { kind, id: idInPath, type, limits: [...limits] } })
}
