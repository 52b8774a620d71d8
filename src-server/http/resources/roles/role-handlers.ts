import type { AssigneeKind, RoleType } from '#contract/access/admin-roles.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { Route } from '#contract/interface/route.ts'
import { listAppTargets, listGroupTargets } from '#operations/roles/list-targets.ts'
import { assignRole, listRoles, requireRole, unassignRole } from '#operations/roles/role-assignments.ts'
import { addTarget, reachAllApps, removeTarget, type Target } from '#operations/roles/role-targets.ts'
import { presentGroup } from '../directory/presenter.ts'
import type { HandlerInput } from '../../reply.ts'
import { presentAppTarget, presentRole } from './presenter.ts'

type Input = HandlerInput<Route>
type Of<Params, Query = object> = Omit<Input, 'params' | 'query' | 'body'> & { params: Params; query: Query }
type Pages = { limit: number; after?: string | undefined }

/** The handlers of roles below one kind of assignee. @param param the path's placeholder for the assignee */
export function roleHandlers<const Param extends 'userId' | 'groupId' | 'clientId'>(kind: AssigneeKind, param: Param) {
  type Owned = Record<Param, string>
  type Role = Owned & { roleId: string }
  const placeOf = (params: Role) => ({ kind, assignee: params[param], roleId: params.roleId })
  const show = async ({ reader, base, params }: Of<Owned>, roleId: string) => {
    const { assignee, role } = await requireRole(reader, kind, params[param], roleId)
    return presentRole(role, assignee, base)
  }
  const change =
    (act: typeof addTarget) =>
    async ({ write, params }: Of<Role>, target: Target) => {
      await write((tx) => act(tx, placeOf(params), target))
      return { body: undefined }
    }
  const [add, remove] = [change(addTarget), change(removeTarget)]
  type GroupTarget = Role & { targetGroupId: string }
  type NameTarget = Role & { appName: string }
  type InstanceTarget = NameTarget & { appId: string }
  const groupOf = ({ params }: Of<GroupTarget>) => ({ kind: 'group', id: params.targetGroupId }) as const
  const nameOf = ({ params }: Of<NameTarget>) => ({ kind: 'appName', id: params.appName }) as const
  const instanceOf = ({ params }: Of<InstanceTarget>) =>
    ({ kind: 'app', id: params.appId, appName: params.appName }) as const

  return {
    list: async ({ reader, base, params }: Of<Owned>) => {
      const { assignee, roles } = await listRoles(reader, kind, params[param])
      return { body: roles.map((role) => presentRole(role, assignee, base)) }
    },
    assign: async (input: Of<Owned> & { body: { type: RoleType } }) => {
      const roleId = await input.write((tx) => assignRole(tx, kind, input.params[param], input.body.type))
      return { body: await show(input, roleId) }
    },
    get: async (input: Of<Role>) => ({ body: await show(input, input.params.roleId) }),
    unassign: async ({ write, params }: Of<Role>) => {
      await write((tx) => unassignRole(tx, kind, params[param], params.roleId))
      return { body: undefined }
    },
    listGroups: async ({ reader, base, params, query }: Of<Role, Pages>) => {
      const { items, next } = await listGroupTargets(reader, placeOf(params), query)
      return { body: items.map((group) => presentGroup(group, base, reader.engine)), next }
    },
    addGroup: (input: Of<GroupTarget>) => add(input, groupOf(input)),
    removeGroup: (input: Of<GroupTarget>) => remove(input, groupOf(input)),
    listApps: async ({ reader, base, params, query }: Of<Role, Pages & { status?: ActiveStatus | undefined }>) => {
      const { items, next } = await listAppTargets(reader, placeOf(params), query)
      return { body: items.map((target) => presentAppTarget(target, base)), next }
    },
    reachAllApps: async ({ write, params }: Of<Role>) => {
      await write((tx) => reachAllApps(tx, placeOf(params)))
      return { body: {} }
    },
    addAppName: (input: Of<NameTarget>) => add(input, nameOf(input)),
    removeAppName: (input: Of<NameTarget>) => remove(input, nameOf(input)),
    addApp: (input: Of<InstanceTarget>) => add(input, instanceOf(input)),
    removeApp: (input: Of<InstanceTarget>) => remove(input, instanceOf(input)),
  }
}
