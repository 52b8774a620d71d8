import { ADMIN_ROLES, type RoleType } from '../../access/admin-roles.ts'
import {
  calledAs,
  BY_NAME,
  COMMON,
  LEFT,
  refersTo,
  textAt,
  UNORDERED,
  valueAt,
  type SyncedKind,
} from '../definition.ts'

const ofServer = { kind: 'authorizationServer', params: { authServerId: 'id' } } as const

/** Roles whose type is what they are: an assignment has no other value. */
const ROLE = {
  id: 'id',
  name: (body: unknown) => textAt(body, 'label'),
  naturalKey: (body: unknown) => [textAt(body, 'type')],
  fields: { ...COMMON, label: LEFT.derived, assignmentType: LEFT.derived },
} as const

const isLimitedBy = (role: unknown, limit: 'groups' | 'apps') =>
  ADMIN_ROLES[textAt(role, 'type') as RoleType]?.limitedBy === limit

/** What a role is limited to has no value of its own. */
const LIMIT_FIELDS = { '*': LEFT.derived } as const
const LIMIT_GROUP = {
  id: { relatesTo: ['group'], at: 'id' },
  name: (body: unknown) => textAt(body, 'profile.name'),
  fields: LIMIT_FIELDS,
} as const
const LIMIT_APP = {
  // Without an id it stands for all applications of a name.
  id: { relatesTo: ['app'], at: 'id' },
  name: (body: unknown) => textAt(body, 'displayName') || textAt(body, 'name'),
  naturalKey: (body: unknown) => (textAt(body, 'id') ? [] : [textAt(body, 'name')]),
  fields: LIMIT_FIELDS,
} as const

/** Roles, issuers of tokens, and who else is trusted. */
export const ACCESS_SYNC = {
  trustKey: {
    ...calledAs('trustKey'),
    source: { operation: 'listIdentityProviderKeys', list: true },
    id: 'kid',
    name: (body) => textAt(body, 'x5t#S256'),
    naturalKey: (body) => [textAt(body, 'x5t#S256')],
    // All else follows from the certificate.
    fields: { '*': LEFT.derived, x5c: {}, 'x5t#S256': {} },
  },
  identityProvider: {
    ...calledAs('identityProvider'),
    source: { operation: 'listIdentityProviders', list: true },
    ...BY_NAME,
    fields: {
      ...COMMON,
      'protocol.credentials.client.client_secret': LEFT.writeOnly,
      'protocol.credentials.signing': LEFT.derived,
      'protocol.credentials.trust.audience': LEFT.derived,
      'protocol.credentials.trust.kid': refersTo('trustKey'),
      'protocol.scopes': UNORDERED,
      'policy.accountLink.filter.groups.include': { unordered: true, refersTo: ['group'] },
      'policy.provisioning.groups.assignments': { unordered: true, refersTo: ['group'] },
      'policy.provisioning.groups.filter': { unordered: true, refersTo: ['group'] },
    },
  },
  authorizationServer: {
    ...calledAs('authorizationServer'),
    source: { operation: 'listAuthorizationServers', list: true },
    id: 'id',
    name: (body) => textAt(body, 'name'),
    naturalKey: (body) => (valueAt(body, 'default') === true ? ['default'] : ['named', textAt(body, 'name')]),
    fields: {
      ...COMMON,
      issuer: LEFT.derived,
      default: LEFT.readOnly,
      'credentials.signing.kid': LEFT.derived,
      'credentials.signing.lastRotated': LEFT.state,
      'credentials.signing.nextRotation': LEFT.state,
    },
  },
  trustedServer: {
    ...calledAs('associatedServer'),
    source: {
      operation: 'listAssociatedServers',
      list: true,
      calls: [{ query: { trusted: 'true' } }],
      within: ofServer,
    },
    id: { relatesTo: ['authorizationServer'], at: 'id' },
    name: (body) => textAt(body, 'name'),
    fields: { '*': LEFT.derived },
  },
  serverScope: {
    ...calledAs('serverScope'),
    source: { operation: 'listServerScopes', list: true, within: ofServer },
    ...BY_NAME,
    fields: { ...COMMON, system: LEFT.readOnly },
  },
  serverClaim: {
    ...calledAs('serverClaim'),
    source: { operation: 'listServerClaims', list: true, within: ofServer },
    id: 'id',
    name: (body) => textAt(body, 'name'),
    naturalKey: (body) => [textAt(body, 'claimType'), textAt(body, 'name')],
    fields: { ...COMMON, system: LEFT.readOnly, 'conditions.scopes': UNORDERED, value: { expression: 'classic' } },
  },
  userRole: {
    ...{ singular: 'administrator role of a person', plural: 'administrator roles of people' },
    source: {
      operation: 'listUserRoles',
      list: true,
      within: { kind: 'user', params: { userId: 'id' }, only: 'listRoleHolders' },
      // The others follow from groups.
      where: (item) => textAt(item, 'assignmentType') === 'USER',
    },
    ...ROLE,
  },
  userRoleGroup: {
    ...LIMIT_GROUP,
    ...{
      singular: 'group that a role of a person is limited to',
      plural: 'groups that roles of people are limited to',
    },
    source: {
      operation: 'listUserRoleGroups',
      list: true,
      within: {
        kind: 'userRole',
        params: { userId: 'parent', roleId: 'id' },
        where: (role) => isLimitedBy(role, 'groups'),
      },
    },
  },
  userRoleApp: {
    ...LIMIT_APP,
    singular: 'application that a role of a person is limited to',
    plural: 'applications that roles of people are limited to',
    source: {
      operation: 'listUserRoleApps',
      list: true,
      within: {
        kind: 'userRole',
        params: { userId: 'parent', roleId: 'id' },
        where: (role) => isLimitedBy(role, 'apps'),
      },
    },
  },
  groupRole: {
    ...{ singular: 'administrator role of a group', plural: 'administrator roles of groups' },
    source: { operation: 'listGroupRoles', list: true, within: { kind: 'group', params: { groupId: 'id' } } },
    ...ROLE,
  },
  groupRoleGroup: {
    ...LIMIT_GROUP,
    ...{ singular: 'group that a role of a group is limited to', plural: 'groups that roles of groups are limited to' },
    source: {
      operation: 'listGroupRoleGroups',
      list: true,
      within: {
        kind: 'groupRole',
        params: { groupId: 'parent', roleId: 'id' },
        where: (role) => isLimitedBy(role, 'groups'),
      },
    },
  },
  groupRoleApp: {
    ...LIMIT_APP,
    singular: 'application that a role of a group is limited to',
    plural: 'applications that roles of groups are limited to',
    source: {
      operation: 'listGroupRoleApps',
      list: true,
      within: {
        kind: 'groupRole',
        params: { groupId: 'parent', roleId: 'id' },
        where: (role) => isLimitedBy(role, 'apps'),
      },
    },
  },
} as const satisfies Partial<Record<string, SyncedKind>>
