import { z } from 'zod'
import {
  administratorSchema,
  callerRightsSchema,
  limitedRoleWriteSchema,
  roleAssignmentSchema,
  roleHoldersSchema,
} from '../access/admin-roles.ts'
import { roleOperations } from '../access/role-routes.ts'
import { cursorSchema, limitSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { NO_SELF } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'

const ofUser = roleOperations('/api/v1/users/{userId}', z.object({ userId: idSchema }), 'a person')
const ofGroup = roleOperations('/api/v1/groups/{groupId}', z.object({ groupId: idSchema }), 'a group')
const ofClient = roleOperations('/oauth2/v1/clients/{clientId}', z.object({ clientId: idSchema }), 'a client')

/** Administrator roles: who holds which, limited to what (spec/4 §2.2, spec/5 §10), and what our pages tell of them. */
export const administratorRoutes = {
  listUserRoles: defineRoute({
    ...ofUser.list,
    description: 'Those that are assigned to the person, and those of the groups that they are in.',
  }),
  assignUserRole: defineRoute(ofUser.assign),
  getUserRole: defineRoute(ofUser.get),
  unassignUserRole: defineRoute(ofUser.unassign),
  listUserRoleGroups: defineRoute(ofUser.listGroups),
  addUserRoleGroup: defineRoute(ofUser.addGroup),
  removeUserRoleGroup: defineRoute(ofUser.removeGroup),
  listUserRoleApps: defineRoute(ofUser.listApps),
  reachAllAppsByUserRole: defineRoute({
    tag: 'Administrator roles',
    scope: 'svc.roles.manage',
    subject: 'RoleAssignment',
    method: 'PUT',
    path: '/api/v1/users/{userId}/roles/{roleId}/targets/catalog/apps',
    summary: 'Let a role of a person reach all applications',
    description: 'Those that it is limited to are taken from it. Of roles of people only, as in the public interface.',
    params: z.object({ userId: idSchema, roleId: idSchema }),
    responses: { 200: z.object({}) },
  }),
  addUserRoleAppName: defineRoute(ofUser.addAppName),
  removeUserRoleAppName: defineRoute(ofUser.removeAppName),
  addUserRoleApp: defineRoute(ofUser.addApp),
  removeUserRoleApp: defineRoute(ofUser.removeApp),

  listGroupRoles: defineRoute(ofGroup.list),
  assignGroupRole: defineRoute({
    ...ofGroup.assign,
    description: `All its members have it. Not to the built-in group, of which everybody is a member, nor to one that an active group rule fills. ${ofGroup.assign.description}`,
  }),
  getGroupRole: defineRoute(ofGroup.get),
  unassignGroupRole: defineRoute(ofGroup.unassign),
  listGroupRoleGroups: defineRoute(ofGroup.listGroups),
  addGroupRoleGroup: defineRoute(ofGroup.addGroup),
  removeGroupRoleGroup: defineRoute(ofGroup.removeGroup),
  listGroupRoleApps: defineRoute(ofGroup.listApps),
  addGroupRoleAppName: defineRoute(ofGroup.addAppName),
  removeGroupRoleAppName: defineRoute(ofGroup.removeAppName),
  addGroupRoleApp: defineRoute(ofGroup.addApp),
  removeGroupRoleApp: defineRoute(ofGroup.removeApp),

  listClientRoles: defineRoute(ofClient.list),
  assignClientRole: defineRoute(ofClient.assign),
  getClientRole: defineRoute(ofClient.get),
  unassignClientRole: defineRoute(ofClient.unassign),
  listClientRoleGroups: defineRoute(ofClient.listGroups),
  addClientRoleGroup: defineRoute(ofClient.addGroup),
  removeClientRoleGroup: defineRoute(ofClient.removeGroup),
  listClientRoleApps: defineRoute(ofClient.listApps),
  addClientRoleAppName: defineRoute(ofClient.addAppName),
  removeClientRoleAppName: defineRoute(ofClient.removeAppName),
  addClientRoleApp: defineRoute(ofClient.addApp),
  removeClientRoleApp: defineRoute(ofClient.removeApp),

  listRoleHolders: defineRoute({
    tag: 'Administrator roles',
    scope: 'svc.roles.read',
    method: 'GET',
    path: '/api/v1/iam/assignees/users',
    summary: 'List the people who hold administrator roles',
    description:
      'Each once, whether a role is assigned to them or to a group that they are in, and whether they can sign in or not. The next page is in `_links`, and there is no `Link` header. Roles of clients are not told.',
    query: z.object({ limit: limitSchema(LIMITS.page.roleHolders), after: cursorSchema }),
    links: NO_SELF,
    responses: { 200: roleHoldersSchema },
  }),
  listAdministrators: defineRoute({
    tag: 'Administrator roles',
    scope: 'svc.roles.read',
    method: 'GET',
    path: '/gatehouse/v1/administrators',
    summary: 'List administrators with their roles, and why',
    description:
      'People with their own roles and those of their groups, then groups, then clients. At most a thousand members of each group are told as people.',
    responses: { 200: z.array(administratorSchema) },
  }),
  assignLimitedRole: defineRoute({
    tag: 'Administrator roles',
    scope: 'svc.roles.manage',
    subject: 'RoleAssignment',
    method: 'POST',
    path: '/gatehouse/v1/administrators/roles',
    summary: 'Assign an administrator role with its limits',
    description:
      'At once, so that it never reaches further; the operations of the public interface assign it without limits first.',
    body: limitedRoleWriteSchema,
    responses: { 201: roleAssignmentSchema },
    errors: ['E0000007', 'E0000090', 'E0000093'],
  }),
  getCallerRights: defineRoute({
    tag: 'Administrator roles',
    scope: 'svc.orgs.read',
    method: 'GET',
    path: '/gatehouse/v1/rights',
    summary: 'Read the permissions of the caller',
    responses: { 200: callerRightsSchema },
  }),
}
