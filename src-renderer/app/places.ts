import type { PolicyType } from '../../src-server/contract/policy-types.ts'

/** Kinds of objects that have a name, an id and a page or a drawer of their own. */
export type EntityKind =
  | 'group'
  | 'user'
  | 'app'
  | 'zone'
  | 'userType'
  | 'policy'
  | 'authenticator'
  | 'idp'
  | 'behavior'
  | 'deviceAssurance'
  | 'authServer'
  | 'hook'

/** The address of every page: links are made here, so that none is spelt twice. */
export const PLACES = {
  overview: '/',
  policies: (type?: PolicyType) => (type ? `/policies?type=${type}` : '/policies'),
  /** The policies of one authorization server. */
  serverPolicies: (serverId: string) => `/policies?type=OAUTH_AUTHORIZATION_POLICY&server=${serverId}`,
  /** With the authorization server that it belongs to, where there is one, it is found at once. */
  policy: (policyId: string, serverId?: string | null) =>
    `/policies/${policyId}${serverId ? `?server=${serverId}` : ''}`,
  /** A policy with one of its rules opened. */
  rule: (policyId: string, ruleId: string) => `/policies/${policyId}?rule=${ruleId}`,
  simulate: '/simulate',
  audit: '/audit',
  /** Proof, retention, exports and imports of the log. */
  auditKeep: '/audit/keep',
  /** The audit page with one event opened. */
  event: (uuid: string) => `/audit?event=${uuid}`,
  people: '/directory/people',
  groups: '/directory/groups',
  userTypes: '/directory/user-types',
  applications: '/applications',
  networks: '/networks',
  hooks: '/hooks',
  hook: (hookId: string) => `/hooks/${hookId}`,
  hookReceiver: '/hooks/receiver',
  authenticators: '/access/authenticators',
  identityProviders: '/access/identity-providers',
  behaviors: '/access/behaviours',
  deviceAssurances: '/access/device-assurance',
  authorizationServers: '/access/authorization-servers',
  settings: '/settings',
} as const

const opened = (page: string) => (id: string) => `${page}?open=${id}`

/** The page of an object, or the list with its drawer opened. */
export const OBJECT_PLACE: Record<EntityKind, (id: string) => string> = {
  policy: (id) => PLACES.policy(id),
  user: (id) => `/directory/people/${id}`,
  group: (id) => `/directory/groups/${id}`,
  userType: opened(PLACES.userTypes),
  app: (id) => `/applications/${id}`,
  zone: (id) => `/networks/${id}`,
  authenticator: opened(PLACES.authenticators),
  idp: opened(PLACES.identityProviders),
  behavior: opened(PLACES.behaviors),
  deviceAssurance: opened(PLACES.deviceAssurances),
  authServer: opened(PLACES.authorizationServers),
  hook: (id) => PLACES.hook(id),
}
