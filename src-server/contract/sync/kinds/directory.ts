import { isEveryone } from '../../directory/built-in-groups.ts'
import {
  calledAs,
  BY_NAME,
  COMMON,
  LEFT,
  refersTo,
  setOf,
  textAt,
  valueAt,
  type Body,
  type SyncedKind,
} from '../definition.ts'

/** A schema as it is answered: its id and its names are addresses and labels of the service. */
const SCHEMA_FIELDS = {
  ...COMMON,
  $schema: LEFT.derived,
  name: LEFT.derived,
  title: LEFT.derived,
  description: LEFT.derived,
  'definitions.base.id': LEFT.derived,
  'definitions.custom.id': LEFT.derived,
  'definitions.base.required': { unordered: true },
  'definitions.custom.required': { unordered: true },
  type: LEFT.derived,
  properties: LEFT.derived,
} as const

/** Deactivated people are in no plain list. */
const DEACTIVATED = 'status eq "DEPROVISIONED"'
const isDeactivated = (user: Body) => textAt(user, 'status') === 'DEPROVISIONED'

const isAnyGroup = (group: Body) => !isEveryone({ type: textAt(group, 'type'), name: textAt(group, 'profile.name') })
/** Those whose members are set here, not by an application. */
const isOwnGroup = (group: Body) => textAt(group, 'type') !== 'APP_GROUP'

/** People, groups, and what is known of them. */
export const DIRECTORY_SYNC = {
  userType: {
    ...calledAs('userType'),
    source: { operation: 'listUserTypes', list: true },
    id: 'id',
    name: (body) => textAt(body, 'displayName'),
    naturalKey: (body) => (valueAt(body, 'default') === true ? ['default'] : ['named', textAt(body, 'name')]),
    fields: { ...COMMON, default: LEFT.readOnly },
  },
  groupSchema: {
    singular: 'schema of groups',
    plural: 'schemas of groups',
    source: { operation: 'getGroupSchema' },
    id: null,
    name: () => 'Schema of groups',
    fields: SCHEMA_FIELDS,
  },
  userSchema: {
    singular: 'schema of people',
    plural: 'schemas of people',
    source: { operation: 'getUserSchema', within: { kind: 'userType', params: { schemaId: { link: 'schema' } } } },
    id: null,
    name: (body) => textAt(body, 'title'),
    fields: SCHEMA_FIELDS,
  },
  group: {
    ...calledAs('group'),
    source: { operation: 'listGroups', list: true, one: { operation: 'getGroup', param: 'groupId' } },
    id: 'id',
    name: (body) => textAt(body, 'profile.name'),
    naturalKey: (body) => [textAt(body, 'type'), textAt(body, 'profile.name')],
    fields: {
      ...COMMON,
      lastMembershipUpdated: LEFT.state,
      objectClass: LEFT.derived,
      type: LEFT.readOnly,
      'source.id': refersTo('app'),
    },
  },
  user: {
    ...calledAs('user'),
    source: {
      operation: 'listUsers',
      list: true,
      calls: [{}, { query: { search: DEACTIVATED } }],
      one: { operation: 'getUser', param: 'userId', callOf: (user) => (isDeactivated(user) ? DEACTIVATED : '') },
    },
    id: 'id',
    name: (body) => textAt(body, 'profile.login'),
    naturalKey: (body) => [textAt(body, 'profile.login').toLowerCase()],
    fields: {
      ...COMMON,
      status: LEFT.state,
      transitioningToStatus: LEFT.state,
      activated: LEFT.state,
      statusChanged: LEFT.state,
      lastLogin: LEFT.state,
      passwordChanged: LEFT.state,
      'type.id': refersTo('userType'),
      'credentials.password': LEFT.writeOnly,
      'credentials.recovery_question': LEFT.writeOnly,
      'credentials.emails': LEFT.derived,
    },
  },
  groupMembership: {
    singular: 'membership',
    plural: 'memberships',
    source: {
      operation: 'listGroupMembers',
      list: true,
      within: { kind: 'group', params: { groupId: 'id' }, where: isAnyGroup },
    },
    id: { relatesTo: ['user'], at: 'id' },
    name: (body) => textAt(body, 'profile.login'),
    keeps: ['id', 'profile.login'],
    fields: { '*': LEFT.derived },
  },
  groupOwner: {
    ...calledAs('groupOwner'),
    source: {
      operation: 'listGroupOwners',
      list: true,
      within: { kind: 'group', params: { groupId: 'id' }, where: isOwnGroup },
    },
    id: { relatesTo: ['user', 'group'], at: 'id' },
    name: (body) => textAt(body, 'displayName'),
    fields: {
      ...COMMON,
      displayName: LEFT.derived,
      resolved: LEFT.derived,
      originId: LEFT.derived,
      originType: LEFT.derived,
    },
  },
  groupRule: {
    ...calledAs('groupRule'),
    source: { operation: 'listGroupRules', list: true },
    ...BY_NAME,
    fields: {
      ...COMMON,
      allGroupsValid: LEFT.derived,
      'conditions.people.users.exclude': setOf('user'),
      'conditions.people.groups.exclude': setOf('group'),
      'conditions.expression.value': { expression: 'group-rule' },
      'actions.assignUserToGroups.groupIds': setOf('group'),
    },
  },
} as const satisfies Partial<Record<string, SyncedKind>>
