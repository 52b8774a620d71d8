import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { EntityKind } from './kinds.ts'

/** The address of every page: links are made here, so that none is spelt twice. */
export const PATHS = {
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
  /** Integrity, retention, exports and imports of the log. */
  auditIntegrity: '/audit/integrity',
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
  /** What the service works on in the background. */
  jobs: '/jobs',
  settings: '/settings',
} as const

const opened = (page: string) => (id: string) => `${page}?open=${id}`

const OBJECT_PATHS: Record<EntityKind, (id: string) => string> = {
  policy: (id) => PATHS.policy(id),
  user: (id) => `/directory/people/${id}`,
  group: (id) => `/directory/groups/${id}`,
  userType: opened(PATHS.userTypes),
  app: (id) => `/applications/${id}`,
  zone: (id) => `/networks/${id}`,
  authenticator: opened(PATHS.authenticators),
  idp: opened(PATHS.identityProviders),
  behavior: opened(PATHS.behaviors),
  deviceAssurance: opened(PATHS.deviceAssurances),
  authServer: opened(PATHS.authorizationServers),
  hook: (id) => PATHS.hook(id),
}

/** The page of an object, or the list with its drawer opened. */
export function pathOf(kind: EntityKind, id: string): string {
  return OBJECT_PATHS[kind](id)
}
