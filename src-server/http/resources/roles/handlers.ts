import type { administratorRoutes } from '#contract/routes/administrators.ts'
import { readOrganization } from '#operations/organization/organization.ts'
import { callerRights, listAdministrators, listHolders } from '#operations/roles/administrators.ts'
import { requireRole } from '#operations/roles/role-assignments.ts'
import { assignLimitedRole } from '#operations/roles/role-targets.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { presentHolders, presentRole } from './presenter.ts'
import { roleHandlers } from './role-handlers.ts'

const ofUser = roleHandlers('USER', 'userId')
const ofGroup = roleHandlers('GROUP', 'groupId')
const ofClient = roleHandlers('CLIENT', 'clientId')

export const administratorHandlers: HandlerTable<typeof administratorRoutes> = {
  listUserRoles: ofUser.list,
  assignUserRole: ofUser.assign,
  getUserRole: ofUser.get,
  unassignUserRole: ofUser.unassign,
  listUserRoleGroups: ofUser.listGroups,
  addUserRoleGroup: ofUser.addGroup,
  removeUserRoleGroup: ofUser.removeGroup,
  listUserRoleApps: ofUser.listApps,
  reachAllAppsByUserRole: ofUser.reachAllApps,
  addUserRoleAppName: ofUser.addAppName,
  removeUserRoleAppName: ofUser.removeAppName,
  addUserRoleApp: ofUser.addApp,
  removeUserRoleApp: ofUser.removeApp,

  listGroupRoles: ofGroup.list,
  assignGroupRole: ofGroup.assign,
  getGroupRole: ofGroup.get,
  unassignGroupRole: ofGroup.unassign,
  listGroupRoleGroups: ofGroup.listGroups,
  addGroupRoleGroup: ofGroup.addGroup,
  removeGroupRoleGroup: ofGroup.removeGroup,
  listGroupRoleApps: ofGroup.listApps,
  addGroupRoleAppName: ofGroup.addAppName,
  removeGroupRoleAppName: ofGroup.removeAppName,
  addGroupRoleApp: ofGroup.addApp,
  removeGroupRoleApp: ofGroup.removeApp,

  listClientRoles: ofClient.list,
  assignClientRole: ofClient.assign,
  getClientRole: ofClient.get,
  unassignClientRole: ofClient.unassign,
  listClientRoleGroups: ofClient.listGroups,
  addClientRoleGroup: ofClient.addGroup,
  removeClientRoleGroup: ofClient.removeGroup,
  listClientRoleApps: ofClient.listApps,
  addClientRoleAppName: ofClient.addAppName,
  removeClientRoleAppName: ofClient.removeAppName,
  addClientRoleApp: ofClient.addApp,
  removeClientRoleApp: ofClient.removeApp,

  listRoleHolders: async ({ reader, base, query }) => {
    const { id: organizationId } = await readOrganization(reader)
    return { body: presentHolders(await listHolders(reader, query), query.limit, organizationId, base) }
  },
  listAdministrators: async ({ reader }) => ({ body: await listAdministrators(reader) }),
  assignLimitedRole: async ({ reader, base, write, body }) => {
    const roleId = await write((tx) => assignLimitedRole(tx, body))
    const { role, assignee } = await requireRole(reader, body.kind, body.id, roleId)
    return { body: presentRole(role, assignee, base) }
  },
  getCallerRights: async ({ reader, context }) => ({
    body: await callerRights(reader, (await context()).principal, reader.rights),
  }),
}
