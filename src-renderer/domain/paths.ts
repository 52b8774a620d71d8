import type { ImportKind } from '#contract/directory/directory-import.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { KINDS, kindsOfId, uiPathOf } from '#contract/kinds.ts'
import { ENTITY_KINDS, type EntityKind, type PageKind } from './kinds.ts'

/** The page that lists a kind: where one of its objects is shown, without the id. */
export function listPathOf(kind: PageKind): string {
  return KINDS[kind].uiPath.replace(/(\/|\?open=)\{id\}$/, '')
}

/** The route of the page that shows one object; the id is a parameter by the contract's name, such as `groupId`. */
export function routePathOf(kind: PageKind): string {
  const { uiPath, param } = KINDS[kind]
  return uiPath.replace('{id}', `:${param}`)
}

/** The sections of the settings, by the words in their addresses. */
export type SettingsSection =
  'general' | 'appearance' | 'service' | 'audit-log' | 'backups' | 'developer' | 'updates' | 'about'

/** The address of every page: links are made here, so that none is spelt twice. */
export const PATHS = {
  overview: '/',
  policies: (type?: PolicyType) => `${listPathOf('policy')}${type ? `?type=${type}` : ''}`,
  /** The policies of one authorization server. */
  serverPolicies: (serverId: string) => `${listPathOf('policy')}?type=OAUTH_AUTHORIZATION_POLICY&server=${serverId}`,
  /** With the authorization server that it belongs to, where there is one, it is found at once. */
  policy: (policyId: string, serverId?: string | null) =>
    `${uiPathOf('policy', policyId)}${serverId ? `?server=${serverId}` : ''}`,
  /** A policy with one of its rules opened. */
  rule: (policyId: string, ruleId: string) => `${uiPathOf('policy', policyId)}?rule=${ruleId}`,
  simulate: '/simulate',
  /** The sign-ins of many people to many applications. */
  simulateMany: '/simulate/many',
  policyTests: '/simulate/tests',
  invariants: '/simulate/invariants',
  audit: '/audit',
  /** The audit page with a filter, over a range of time that it offers by name. */
  auditOf: (filter: string, range: 'week' | 'month' | 'quarter' | 'all') =>
    `/audit?range=${range}&filter=${encodeURIComponent(filter)}`,
  /** Integrity, retention, exports and imports of the log. */
  auditIntegrity: '/audit/integrity',
  /** The audit page with one event opened. */
  event: (uuid: string) => uiPathOf('logEvent', uuid),
  people: listPathOf('user'),
  /** What was done to many people at once. */
  peopleChanges: `${listPathOf('user')}?changes=all`,
  groups: listPathOf('group'),
  /** The attributes of all groups. */
  groupAttributes: `${listPathOf('group')}/attributes`,
  groupRules: listPathOf('groupRule'),
  userTypes: listPathOf('userType'),
  /** Imports of people, groups and memberships; with a kind, the form for it. */
  directoryImports: (kind?: ImportKind) => `/directory/imports${kind ? `?kind=${kind}` : ''}`,
  directoryImport: (importId: string) => `/directory/imports/${importId}`,
  applications: listPathOf('app'),
  /** The wizard that creates one. */
  newApplication: `${listPathOf('app')}/new`,
  /** The attributes that people have in an application. */
  appAttributes: (appId: string) => `${uiPathOf('app', appId)}/attributes`,
  networks: listPathOf('zone'),
  hooks: listPathOf('eventHook'),
  hook: (hookId: string) => uiPathOf('eventHook', hookId),
  hookReceiver: '/hooks/receiver',
  authenticators: listPathOf('authenticator'),
  identityProviders: listPathOf('identityProvider'),
  /** Certificates that identity providers are trusted by. */
  trustedCertificates: '/trusted-certificates',
  /** Where a login is routed to; with one, it is asked at once. */
  routingTester: (login?: string) => `/routing-tester${login ? `?login=${encodeURIComponent(login)}` : ''}`,
  behaviors: listPathOf('behavior'),
  deviceAssurances: listPathOf('deviceAssurance'),
  authorizationServers: listPathOf('authorizationServer'),
  apiTokens: listPathOf('apiToken'),
  /** Who holds administrator roles. */
  administrators: '/access/administrators',
  /** Permissions of administrators: with a permission, who has it; with someone's id, which they have. */
  whoMay: ({ act, who }: { act?: string; who?: string } = {}) => {
    const asked = { view: 'rights', ...(act && { act }), ...(who && { who }) }
    return `/access/administrators?${new URLSearchParams(asked).toString()}`
  },
  /** The OAuth clients with what they may do. */
  clients: '/access/clients',
  /** What people let clients do: all of it, or of one client or person. */
  consents: ({ client, person }: { client?: string; person?: string } = {}) => {
    const asked = { view: 'consents', ...(client && { client }), ...(person && { person }) }
    return `/access/clients?${new URLSearchParams(asked).toString()}`
  },
  /** Whether people can sign in to clients. */
  signIn: '/access/sign-in',
  /** The rate limits of the interface, and how much of each is used. */
  rateLimits: '/access/rate-limits',
  /** The profile and the settings of the organization. */
  organization: '/organization',
  /** Connections to instances elsewhere, with which the workspace is compared. */
  sync: listPathOf('connection'),
  /** Copies of the workspace in which changes are prepared; with the dialog open that makes one. */
  drafts: '/drafts',
  newDraft: '/drafts?create=draft',
  /** What publishing a draft would change, and the way to do so. */
  publishDraft: (draftId: string) => `/drafts/${draftId}/publish`,
  /** What the service works on in the background. */
  jobs: '/jobs',
  /** The stories of the sample organization. */
  tour: '/tour',
  settings: '/settings',
  settingsOf: (section: SettingsSection) => `/settings/${section}`,
} as const

/** The list of a kind with the dialog open that creates one. */
export function createPathOf(kind: PageKind): string {
  return `${listPathOf(kind)}?create=${kind}`
}

/** Whether each object of a kind has a page of its own, and not a drawer beside its list. */
export const hasPage = (kind: PageKind): boolean => !KINDS[kind].uiPath.includes('?')

/** The object that an address shows, on its page or in its drawer; null where it shows none. */
export function objectAt(address: string): { kind: EntityKind; id: string } | null {
  const [path = '', query = ''] = address.split('?')
  const open = new URLSearchParams(query).get('open')
  for (const kind of ENTITY_KINDS) {
    const start = `${listPathOf(kind)}/`
    const id = path.startsWith(start) && hasPage(kind) ? decodeURIComponent(path.slice(start.length)) : null
    if (id && kindsOfId(id).length && !id.includes('/')) return { kind, id }
    if (open && path === listPathOf(kind)) return { kind, id: open }
  }
  return null
}

/** The page of an object, or the list with its drawer opened. */
export function pathOf(kind: PageKind, id: string): string {
  return uiPathOf(kind, id)
}
