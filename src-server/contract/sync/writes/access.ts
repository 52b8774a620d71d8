import { ADMIN_ROLES, roleTypeOfShared, type RoleType } from '../../access/admin-roles.ts'
import { textAt, withValue, type Body } from '../definition.ts'
import { headerOf, headersIn, isAuthenticated, SECRET_UNKNOWN } from '../needed-secrets.ts'
import { relation, standard, type Target, type WriteCall, type Writing } from '../writing.ts'

interface RoleOperations {
  holder: 'userId' | 'groupId'
  idKind: 'roleAssignment' | 'groupRoleAssignment'
  read: WriteCall['operation']
  assign: WriteCall['operation']
  unassign: WriteCall['operation']
}

const OF_USER = {
  holder: 'userId',
  idKind: 'roleAssignment',
  read: 'getUserRole',
  assign: 'assignUserRole',
  unassign: 'unassignUserRole',
} as const satisfies RoleOperations
const OF_GROUP = {
  holder: 'groupId',
  idKind: 'groupRoleAssignment',
  read: 'getGroupRole',
  assign: 'assignGroupRole',
  unassign: 'unassignGroupRole',
} as const satisfies RoleOperations

/** A role is given, and taken away. */
const role = ({ holder, idKind, read, assign, unassign }: RoleOperations): Writing => ({
  // Some types have one id for all who hold them.
  idKind: ({ body }) => (ADMIN_ROLES[textAt(body, 'type') as RoleType]?.sharedId ? null : idKind),
  get: ({ above: [id = ''], id: roleId }) => ({ operation: read, params: { [holder]: id, roleId } }),
  create: ({ above: [id = ''], body }) => ({
    operation: assign,
    params: { [holder]: id },
    body: { type: textAt(body, 'type') },
  }),
  change: null,
  remove: ({ above: [id = ''], id: roleId }) => [{ operation: unassign, params: { [holder]: id, roleId } }],
})

/** A role of which the last limit is taken away: the interface refuses that, since none has it reach everything. */
const lifting =
  ({ holder, assign, unassign }: RoleOperations): NonNullable<Writing['lift']> =>
  ({ above: [id = '', roleId = ''] }) => {
    const type = roleTypeOfShared(roleId)
    return type
      ? {
          takeAway: { operation: unassign, params: { [holder]: id, roleId } },
          giveAgain: { operation: assign, params: { [holder]: id }, body: { type } },
        }
      : null
  }

interface AppLimitOperations {
  of: RoleOperations
  ofOne: Record<'add' | 'remove', WriteCall['operation']>
  ofName: Record<'add' | 'remove', WriteCall['operation']>
}

/** An application that a role is limited to; without an id all that have its name. */
function appLimit({ of: role, ofOne, ofName }: AppLimitOperations): Writing {
  const call = (what: 'add' | 'remove', { id, above: [holder = '', roleId = ''], body, side }: Target): WriteCall => {
    // Of a single one the body has the label as its name.
    const appName = textAt(id ? side.find('app', id) : body, 'name')
    const params = { [role.holder]: holder, roleId, appName }
    return id ? { operation: ofOne[what], params: { ...params, appId: id } } : { operation: ofName[what], params }
  }
  return {
    idKind: null,
    create: (target) => call('add', target),
    change: null,
    remove: (target) => [call('remove', target)],
    lift: lifting(role),
  }
}

const trusted = (id: string): Body => ({ trusted: [id] })

/** A hook with a placeholder for each secret that is not known. @param before as it is: what it has already stays */
function withPlaceholders(body: Body, before?: Body): Body {
  const headers = headersIn(body).map((header) => withSomeValue(header, headerOf(before, header)))
  const known = headers.length > 0 ? withValue(body, ['channel', 'config', 'headers'], headers) : body
  return isAuthenticated(body) && !isAuthenticated(before)
    ? withValue(known, ['channel', 'config', 'authScheme', 'value'], SECRET_UNKNOWN)
    : known
}

const withSomeValue = (header: Body, before: Body | undefined): Body =>
  textAt(header, 'value') ? header : { ...header, value: before ? before['value'] : SECRET_UNKNOWN }

const eventHook = standard({
  idKind: 'eventHook',
  bodyOf: ({ id, body }) => (id ? body : withPlaceholders(body)),
  one: 'eventHookId',
  get: 'getEventHook',
  create: 'createEventHook',
  replace: 'replaceEventHook',
  remove: 'deleteEventHook',
  switches: { on: 'activateEventHook', off: 'deactivateEventHook', atRest: 'removed', made: 'ACTIVE' },
})

/** Writes roles, issuers of tokens, who else is trusted, and endpoints that are told of events. */
export const ACCESS_WRITES = {
  trustKey: {
    idKind: null,
    get: ({ id: trustKid }) => ({ operation: 'getIdentityProviderKey', params: { trustKid } }),
    create: ({ body }) => ({ operation: 'createIdentityProviderKey', body: { x5c: body['x5c'] } }),
    change: null,
    remove: ({ id: trustKid }) => [{ operation: 'deleteIdentityProviderKey', params: { trustKid } }],
  },
  identityProvider: standard({
    idKind: 'identityProvider',
    one: 'idpId',
    get: 'getIdentityProvider',
    create: 'createIdentityProvider',
    replace: 'replaceIdentityProvider',
    remove: 'deleteIdentityProvider',
    switches: { on: 'activateIdentityProvider', off: 'deactivateIdentityProvider', made: 'ACTIVE' },
  }),
  authorizationServer: standard({
    idKind: 'authorizationServer',
    one: 'authServerId',
    get: 'getAuthorizationServer',
    create: 'createAuthorizationServer',
    replace: 'replaceAuthorizationServer',
    remove: 'deleteAuthorizationServer',
    switches: {
      on: 'activateAuthorizationServer',
      off: 'deactivateAuthorizationServer',
      atRest: 'removed',
      made: 'ACTIVE',
    },
  }),
  trustedServer: {
    idKind: null,
    create: ({ above: [authServerId = ''], id }) => ({
      operation: 'associateServers',
      params: { authServerId },
      body: trusted(id),
    }),
    change: null,
    remove: ({ above: [authServerId = ''], id: associatedServerId }) => [
      { operation: 'deleteAssociatedServer', params: { authServerId, associatedServerId } },
    ],
  },
  serverScope: standard({
    idKind: 'serverScope',
    above: ['authServerId'],
    one: 'scopeId',
    get: 'getServerScope',
    create: 'createServerScope',
    replace: 'replaceServerScope',
    remove: 'deleteServerScope',
  }),
  serverClaim: standard({
    idKind: 'serverClaim',
    above: ['authServerId'],
    one: 'claimId',
    get: 'getServerClaim',
    create: 'createServerClaim',
    replace: 'replaceServerClaim',
    remove: 'deleteServerClaim',
  }),
  eventHook: {
    ...eventHook,
    change: (target, before) =>
      eventHook.change?.({ ...target, body: withPlaceholders(target.body, before) }, before) ?? [],
  },
  userRole: role(OF_USER),
  userRoleGroup: {
    ...relation({
      above: ['userId', 'roleId'],
      one: 'targetGroupId',
      add: 'addUserRoleGroup',
      drop: 'removeUserRoleGroup',
    }),
    lift: lifting(OF_USER),
  },
  userRoleApp: appLimit({
    of: OF_USER,
    ofOne: { add: 'addUserRoleApp', remove: 'removeUserRoleApp' },
    ofName: { add: 'addUserRoleAppName', remove: 'removeUserRoleAppName' },
  }),
  groupRole: role(OF_GROUP),
  groupRoleGroup: {
    ...relation({
      above: ['groupId', 'roleId'],
      one: 'targetGroupId',
      add: 'addGroupRoleGroup',
      drop: 'removeGroupRoleGroup',
    }),
    lift: lifting(OF_GROUP),
  },
  groupRoleApp: appLimit({
    of: OF_GROUP,
    ofOne: { add: 'addGroupRoleApp', remove: 'removeGroupRoleApp' },
    ofName: { add: 'addGroupRoleAppName', remove: 'removeGroupRoleAppName' },
  }),
} as const satisfies Partial<Record<string, Writing>>
