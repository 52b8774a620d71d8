import { isAuthenticatorKey } from '../../policy/authenticator-table.ts'
import { POLICY_TYPES, type PolicyType } from '../../policy/policy-types.ts'
import { authenticatorTraits } from '../../policy/resources/authenticator.ts'
import {
  calledAs,
  BY_NAME,
  COMMON,
  LEFT,
  refersTo,
  setOf,
  textAt,
  UNORDERED,
  valueAt,
  type Body,
  type SyncedKind,
} from '../definition.ts'

const isType = (type: string): type is PolicyType => Object.hasOwn(POLICY_TYPES, type)
/** One list for each type that the collection has. */
const TYPES = (Object.keys(POLICY_TYPES) as PolicyType[]).filter((type) => POLICY_TYPES[type].parent === 'policies')

/** Default objects have other ids and one of each type; the others have names. */
const named = (body: Body) => (valueAt(body, 'system') === true ? ['system'] : ['named', textAt(body, 'name')])

/** The key of an authenticator, and its name where an organization may have several of the key: the only one is the same, whatever it is called. */
function keyOfAuthenticator(body: Body): string[] {
  const key = textAt(body, 'key')
  return isAuthenticatorKey(key) && authenticatorTraits(key).several ? [key, textAt(body, 'name')] : [key]
}

/** The conditions of policies and rules, as far as they name objects, are in no order, or hold expressions. */
const CONDITIONS = {
  'conditions.people.users.include': setOf('user'),
  'conditions.people.users.exclude': setOf('user'),
  'conditions.people.groups.include': setOf('group'),
  'conditions.people.groups.exclude': setOf('group'),
  'conditions.userType.include': setOf('userType'),
  'conditions.userType.exclude': setOf('userType'),
  'conditions.network.include': setOf('zone'),
  'conditions.network.exclude': setOf('zone'),
  'conditions.app.include': UNORDERED,
  'conditions.app.exclude': UNORDERED,
  'conditions.app.include.[].id': refersTo('app'),
  'conditions.app.exclude.[].id': refersTo('app'),
  'conditions.risk.behaviors': setOf('behavior'),
  'conditions.identityProvider.idpIds': setOf('identityProvider'),
  'conditions.device.assurance.include': setOf('deviceAssurance'),
  'conditions.clients.include': setOf('app'),
  'conditions.platform.include': UNORDERED,
  'conditions.platform.exclude': UNORDERED,
  'conditions.riskDetectionTypes.include': UNORDERED,
  'conditions.riskDetectionTypes.exclude': UNORDERED,
  'conditions.scopes.include': UNORDERED,
  'conditions.grantTypes.include': UNORDERED,
  'conditions.elCondition.condition': { expression: 'condition' },
} as const

const POLICY = {
  id: 'id',
  name: (body: Body) => textAt(body, 'name'),
  reference: (body: Body) => `${textAt(body, 'type')}/${textAt(body, 'name')}`,
  naturalKey: (body: Body) => [textAt(body, 'type'), ...named(body)],
  fields: {
    ...COMMON,
    ...CONDITIONS,
    type: LEFT.readOnly,
    system: LEFT.readOnly,
    priority: { left: 'order' },
    'settings.authenticators': UNORDERED,
    'settings.authenticators.[].id': refersTo('authenticator'),
  },
  order: (body: Body) => {
    const type = textAt(body, 'type')
    return isType(type) && POLICY_TYPES[type].selection !== 'app' ? type : null
  },
} as const

const RULE = {
  id: 'id',
  name: (body: Body) => textAt(body, 'name'),
  naturalKey: named,
  fields: {
    ...COMMON,
    ...CONDITIONS,
    type: LEFT.readOnly,
    system: LEFT.readOnly,
    priority: { left: 'order' },
    'actions.idp.providers.[].id': refersTo('identityProvider'),
    // That of the provider.
    'actions.idp.providers.[].name': LEFT.derived,
    'actions.profileEnrollment.targetGroupIds': setOf('group'),
  },
  order: () => 'rules',
} as const

/** Policies, their rules, and what their conditions name. */
export const POLICIES_SYNC = {
  policy: {
    ...calledAs('policy'),
    source: { operation: 'listPolicies', list: true, ordered: true, calls: TYPES.map((type) => ({ query: { type } })) },
    ...POLICY,
  },
  rule: {
    ...calledAs('policyRule'),
    source: {
      operation: 'listRules',
      list: true,
      ordered: true,
      within: { kind: 'policy', params: { policyId: 'id' } },
    },
    ...RULE,
  },
  serverPolicy: {
    ...{ singular: 'access policy of an authorization server', plural: 'access policies of authorization servers' },
    source: {
      operation: 'listServerPolicies',
      list: true,
      ordered: true,
      within: { kind: 'authorizationServer', params: { authServerId: 'id' } },
    },
    ...POLICY,
  },
  serverRule: {
    ...{ singular: 'rule of an authorization server', plural: 'rules of authorization servers' },
    source: {
      operation: 'listServerRules',
      list: true,
      ordered: true,
      within: { kind: 'serverPolicy', params: { policyId: 'id', authServerId: 'parent' } },
    },
    ...RULE,
  },
  zone: {
    ...calledAs('zone'),
    source: { operation: 'listZones', list: true },
    ...BY_NAME,
    fields: {
      ...COMMON,
      system: LEFT.readOnly,
      gateways: UNORDERED,
      proxies: UNORDERED,
      locations: UNORDERED,
      asns: UNORDERED,
    },
  },
  behavior: {
    ...calledAs('behavior'),
    source: { operation: 'listBehaviors', list: true },
    ...BY_NAME,
    fields: COMMON,
  },
  deviceAssurance: {
    ...calledAs('deviceAssurance'),
    source: { operation: 'listDeviceAssurances', list: true },
    ...BY_NAME,
    fields: {
      ...COMMON,
      createdDate: LEFT.state,
      lastUpdate: LEFT.state,
      lastUpdatedDate: LEFT.state,
      resourceId: LEFT.derived,
      resourceDisplayName: LEFT.derived,
      'diskEncryptionType.include': UNORDERED,
      'screenLockType.include': UNORDERED,
    },
  },
  authenticator: {
    ...calledAs('authenticator'),
    source: { operation: 'listAuthenticators', list: true },
    id: 'id',
    name: (body) => textAt(body, 'name'),
    naturalKey: keyOfAuthenticator,
    fields: {
      ...COMMON,
      'provider.configuration.integrationKey': LEFT.writeOnly,
      'provider.configuration.secretKey': LEFT.writeOnly,
      'provider.configuration.sharedSecret': LEFT.writeOnly,
      'settings.appInstanceId': refersTo('app'),
      'settings.oauthClientId': refersTo('app'),
      'provider.configuration.idpId': refersTo('identityProvider'),
    },
  },
  authenticatorMethod: {
    ...{ singular: 'method of an authenticator', plural: 'methods of authenticators' },
    source: {
      operation: 'listAuthenticatorMethods',
      list: true,
      within: { kind: 'authenticator', params: { authenticatorId: 'id' } },
    },
    id: 'type',
    name: (body) => textAt(body, 'type'),
    naturalKey: (body) => [textAt(body, 'type')],
    fields: COMMON,
  },
} as const satisfies Partial<Record<string, SyncedKind>>
