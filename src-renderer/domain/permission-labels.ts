import { ALL_PERMISSIONS, type Permission } from '#contract/access/role-permissions.ts'

interface PermissionLabel {
  /** After "may": what is done, such as `change policies`. */
  label: string
  /** What that comes to; absent where the label says it all. */
  detail?: string
}

/** What each permission lets somebody do, in plain words. */
export const PERMISSION_LABELS: Readonly<Record<Permission, PermissionLabel>> = {
  'svc.users.read': { label: 'see people', detail: 'Profiles, groups, applications and sign-in methods of people' },
  'svc.users.manage': {
    label: 'change and delete people',
    detail: 'Create, change, activate, suspend, deactivate and delete people, and all that helps them to sign in',
  },
  'svc.users.credentials.manage': {
    label: 'help people to sign in',
    detail: 'Reset, set and expire passwords, unlock people, reset their factors',
  },
  'svc.sessions.read': { label: 'see sessions', detail: 'Sessions of people who have signed in' },
  'svc.sessions.manage': { label: 'end and extend sessions', detail: 'Sessions of everyone, one by one' },
  'svc.groups.read': { label: 'see groups', detail: 'Groups, their members and group rules' },
  'svc.groups.manage': {
    label: 'change and delete groups',
    detail: 'Create, change and delete groups, their owners and group rules, and change who is in them',
  },
  'svc.groups.members.manage': { label: 'change who is in groups', detail: 'Add people to groups and remove them' },
  'svc.userTypes.read': { label: 'see user types' },
  'svc.userTypes.manage': { label: 'change and delete user types' },
  'svc.schemas.read': { label: 'see attributes', detail: 'Which attributes people and groups have' },
  'svc.schemas.manage': {
    label: 'change attributes',
    detail: 'Add, change and remove attributes of people and groups',
  },
  'svc.apps.read': { label: 'see applications', detail: 'Applications and their assignments' },
  'svc.apps.manage': {
    label: 'change and delete applications',
    detail: 'Create, change and delete applications, assign them to people and groups, and change their credentials',
  },
  'svc.apps.credentials.manage': {
    label: 'change credentials of applications',
    detail: 'Secrets, keys and certificates of applications',
  },
  'svc.clients.read': { label: 'see OAuth clients', detail: 'Applications as their registrations show them' },
  'svc.clients.manage': { label: 'register, change and delete OAuth clients' },
  'svc.appGrants.read': { label: 'see grants of applications' },
  'svc.appGrants.manage': { label: 'change grants of applications', detail: 'Which scopes a client may ask for' },
  'svc.policies.read': { label: 'see policies', detail: 'Policies, their rules, simulations and findings' },
  'svc.policies.manage': {
    label: 'change and delete policies',
    detail: 'Create, change, reorder and delete policies and their rules, which decide who gets in',
  },
  'svc.networkZones.read': { label: 'see network zones' },
  'svc.networkZones.manage': { label: 'change and delete network zones' },
  'svc.authenticators.read': { label: 'see authenticators' },
  'svc.authenticators.manage': { label: 'change authenticators', detail: 'Which factors are on' },
  'svc.behaviors.read': { label: 'see behaviors' },
  'svc.behaviors.manage': { label: 'change and delete behaviors' },
  'svc.deviceAssurance.read': { label: 'see device assurances' },
  'svc.deviceAssurance.manage': { label: 'change and delete device assurances' },
  'svc.idps.read': { label: 'see identity providers' },
  'svc.idps.manage': {
    label: 'change and delete identity providers',
    detail: 'Identity providers and their trusted certificates',
  },
  'svc.authorizationServers.read': { label: 'see authorization servers' },
  'svc.authorizationServers.manage': { label: 'change and delete authorization servers' },
  'svc.eventHooks.read': { label: 'see event hooks' },
  'svc.eventHooks.manage': { label: 'change and delete event hooks' },
  'svc.logs.read': { label: 'read the audit log' },
  'svc.logs.manage': { label: 'administer the audit log', detail: 'Retention, exports and imports of the log' },
  'svc.orgs.read': { label: 'see the organization', detail: 'Its profile and its settings' },
  'svc.orgs.manage': {
    label: 'change the organization',
    detail: 'Its profile, its settings, rate limits, backups and background jobs',
  },
  'svc.apiTokens.read': { label: 'see API tokens', detail: 'Those of everyone, without their values' },
  'svc.apiTokens.manage': {
    label: 'change and revoke API tokens',
    detail: 'Those of everyone; each has tokens of their own',
  },
  'svc.roles.read': { label: 'see administrators' },
  'svc.roles.manage': { label: 'assign administrator roles', detail: 'Assign roles, limit them and take them away' },
}

const isReading = (permission: Permission) => permission.endsWith('.read')

/** All permissions, what changes something first, each area together. */
export const PERMISSIONS_IN_ORDER: readonly Permission[] = (Object.keys(PERMISSION_LABELS) as Permission[])
  .filter((permission) => ALL_PERMISSIONS.includes(permission))
  .toSorted((a, b) => Number(isReading(a)) - Number(isReading(b)))

/** A permission as a sentence begins with it, such as `Change and delete policies`. */
export function permissionLabel(permission: Permission): string {
  return PERMISSION_LABELS[permission].label.replace(/^./, (first) => first.toUpperCase())
}
