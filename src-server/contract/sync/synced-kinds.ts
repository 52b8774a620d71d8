import type { KindName } from '../kinds.ts'
import type { SyncedKind } from './definition.ts'
import type { SyncKind } from './kind-names.ts'
import { ACCESS_SYNC } from './kinds/access.ts'
import { APPS_SYNC } from './kinds/apps.ts'
import { DIRECTORY_SYNC } from './kinds/directory.ts'
import { EVENTS_SYNC } from './kinds/events.ts'
import { ORGANIZATION_SYNC } from './kinds/organization.ts'
import { POLICIES_SYNC } from './kinds/policies.ts'

/** How each kind is read from a side and compared with another: a kind without a row does not compile. */
export const SYNCED_KINDS: Readonly<Record<SyncKind, SyncedKind>> = {
  ...ORGANIZATION_SYNC,
  ...DIRECTORY_SYNC,
  ...POLICIES_SYNC,
  ...APPS_SYNC,
  ...ACCESS_SYNC,
  ...EVENTS_SYNC,
}

/** Whether objects of a kind only join two others, and have no id of their own. */
export function isRelation(kind: SyncKind): boolean {
  const { id } = SYNCED_KINDS[kind]
  return id !== null && typeof id === 'object'
}

const OF_MEMORY = 'of the running service alone'
const OF_OWN = 'belongs to this workspace'
const OF_SIGN_IN = 'begins and ends with a sign-in'

/**
 * What becomes of each kind of object: the kinds of sync that hold it, or why it stays where it is. A new kind of the contract does not
 * compile without a row.
 */
const SYNC_OF_KIND: Readonly<Record<KindName, readonly SyncKind[] | string>> = {
  org: ['organization', 'orgPreferences', 'communication'],
  contact: ['contact'],
  bouncedAddress: 'what happened to mail',
  logo: 'a picture, which is not compared',
  systemPrincipal: 'the service itself',
  job: OF_OWN,
  connection: OF_OWN,
  draft: OF_OWN,
  publication: OF_OWN,
  syncPlan: OF_OWN,
  syncPair: OF_OWN,
  policy: ['policy', 'serverPolicy'],
  ruleSet: ['policy'],
  policyRule: ['rule', 'serverRule'],
  ruleSetRule: ['rule'],
  mapping: ['app'],
  changeReview: OF_MEMORY,
  objectVersion: OF_OWN,
  policyTest: OF_OWN,
  invariant: OF_OWN,
  group: ['group', 'groupMembership'],
  groupOwner: ['groupOwner'],
  groupRule: ['groupRule'],
  groupRulePreview: OF_MEMORY,
  session: OF_SIGN_IN,
  user: ['user', 'groupMembership', 'appUser'],
  userType: ['userType'],
  schema: ['userSchema', 'groupSchema', 'appSchema'],
  directoryImport: OF_OWN,
  peopleChange: OF_OWN,
  app: ['app', 'appUser', 'appGroup'],
  client: ['app'],
  accessLoss: OF_MEMORY,
  signingKey: 'a private key, which never leaves its organization',
  certificateRequest: 'of a private key, which never leaves its organization',
  clientKey: ['app'],
  clientSecret: 'a secret: each organization has its own',
  appGrant: ['appGrant'],
  refreshToken: OF_SIGN_IN,
  zone: ['zone'],
  apiToken: 'a secret: each organization has its own',
  roleAssignment: ['userRole', 'userRoleGroup', 'userRoleApp'],
  groupRoleAssignment: ['groupRole', 'groupRoleGroup', 'groupRoleApp'],
  authorizationServer: ['authorizationServer'],
  associatedServer: ['trustedServer'],
  serverScope: ['serverScope'],
  serverClaim: ['serverClaim'],
  authenticator: ['authenticator', 'authenticatorMethod'],
  behavior: ['behavior'],
  deviceAssurance: ['deviceAssurance'],
  identityProvider: ['identityProvider'],
  trustKey: ['trustKey'],
  eventHook: ['eventHook'],
  hookDelivery: 'what happened to events',
  logEvent: 'not compared: a connection can follow the log of its remote',
  savedSearch: OF_OWN,
  logExport: OF_OWN,
  logImport: OF_OWN,
  peopleSearch: OF_OWN,
}

/** The kinds of objects that stay where they are, each with the reason. */
export const NOT_SYNCED: readonly { kind: KindName; reason: string }[] = Object.entries(SYNC_OF_KIND).flatMap(
  ([kind, synced]) => (typeof synced === 'string' ? [{ kind: kind as KindName, reason: synced }] : []),
)
