import type { PolicyType } from '../../src-server/contract/policy-types.ts'

/** Kinds of objects that have a name, an id and a page. */
export type EntityKind = 'group' | 'user' | 'app' | 'zone' | 'userType' | 'policy'

/** The address of every page: links are made here, so that none is spelt twice. */
export const PLACES = {
  overview: '/',
  policies: (type?: PolicyType) => (type ? `/policies?type=${type}` : '/policies'),
  policy: (policyId: string) => `/policies/${policyId}`,
  /** A policy with one of its rules opened. */
  rule: (policyId: string, ruleId: string) => `/policies/${policyId}?rule=${ruleId}`,
  simulate: '/simulate',
  audit: '/audit',
  /** The audit page with one event opened. */
  event: (uuid: string) => `/audit?event=${uuid}`,
  people: '/directory/people',
  groups: '/directory/groups',
  userTypes: '/directory/user-types',
  applications: '/applications',
  networks: '/networks',
  settings: '/settings',
} as const

/** The page of an object. */
export const OBJECT_PLACE: Record<EntityKind, (id: string) => string> = {
  policy: PLACES.policy,
  user: (id) => `/directory/people/${id}`,
  group: (id) => `/directory/groups/${id}`,
  userType: (id) => `/directory/user-types?open=${id}`,
  app: (id) => `/applications/${id}`,
  zone: (id) => `/networks/${id}`,
}
