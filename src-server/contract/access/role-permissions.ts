import type { RoleType } from './admin-roles.ts'
import { KIND_LIST } from '../kinds.ts'
import type { Scope } from '../interface/scopes.ts'

/** Acts that some roles may do without all of their area. `.manage` of an area, or of a part of it, holds all that begins like it. */
const PARTS = ['svc.users.credentials.manage', 'svc.groups.members.manage', 'svc.apps.credentials.manage'] as const

/** What an operation needs the caller to be permitted: that of its scope, or of a part of the area. */
export type Permission = Scope | (typeof PARTS)[number]

/** All of them. */
export const ALL_PERMISSIONS: readonly Permission[] = [
  ...[...new Set(KIND_LIST.map(({ scope }) => scope))].flatMap((area) => [
    `svc.${area}.read` as Permission,
    `svc.${area}.manage` as Permission,
  ]),
  ...PARTS,
]

interface Grant {
  readonly permission: Permission | typeof EVERYTHING | typeof ALL_READING
  /** Whether the limits of the role hold for it. */
  readonly isLimited?: true
}

const EVERYTHING = 'everything'
const ALL_READING = 'all reading'

/** What every administrator sees: which organization this is, and that of the directory which names of attributes need. */
const COMMON: readonly Grant[] = [
  { permission: 'svc.orgs.read' },
  { permission: 'svc.schemas.read' },
  { permission: 'svc.userTypes.read' },
]

const free = (...permissions: Permission[]): Grant[] => permissions.map((permission) => ({ permission }))
const within = (...permissions: Permission[]): Grant[] =>
  permissions.map((permission) => ({ permission, isLimited: true }))

/**
 * What each role may do: the one table behind the checks of operations, what lists show, and what pages offer. The public interface
 * tells the roles and not their rights over single operations, so the rows are our judgement, after what its roles are for: an
 * organization administrator runs the organization and its policies, also which of them protect applications, but neither applications
 * nor administrators; a group administrator looks after the people of groups; the help desk lets people in again and changes nothing
 * else of them.
 */
export const ROLE_GRANTS: Readonly<Record<RoleType, readonly Grant[]>> = {
  SUPER_ADMIN: [{ permission: EVERYTHING }],
  ORG_ADMIN: [
    { permission: ALL_READING },
    ...free('svc.users.manage', 'svc.groups.manage', 'svc.userTypes.manage', 'svc.schemas.manage'),
    ...free('svc.policies.manage', 'svc.networkZones.manage', 'svc.authenticators.manage', 'svc.behaviors.manage'),
    ...free('svc.deviceAssurance.manage', 'svc.idps.manage', 'svc.eventHooks.manage', 'svc.orgs.manage'),
    ...free('svc.apiTokens.manage', 'svc.sessions.manage'),
  ],
  APP_ADMIN: [
    ...COMMON,
    ...within('svc.apps.manage', 'svc.clients.manage', 'svc.appGrants.manage'),
    ...free('svc.users.read', 'svc.groups.read', 'svc.policies.read', 'svc.idps.read', 'svc.networkZones.read'),
    ...free('svc.authorizationServers.read', 'svc.authenticators.read'),
  ],
  USER_ADMIN: [...COMMON, ...within('svc.users.manage', 'svc.groups.read', 'svc.groups.members.manage')],
  HELP_DESK_ADMIN: [...COMMON, ...within('svc.users.read', 'svc.users.credentials.manage', 'svc.groups.read')],
  GROUP_MEMBERSHIP_ADMIN: [
    ...COMMON,
    ...free('svc.users.read'),
    ...within('svc.groups.read', 'svc.groups.members.manage'),
  ],
  API_ACCESS_MANAGEMENT_ADMIN: [
    ...COMMON,
    ...free('svc.authorizationServers.manage', 'svc.appGrants.manage', 'svc.apps.read', 'svc.apps.credentials.manage'),
    ...free('svc.clients.read', 'svc.users.read', 'svc.groups.read', 'svc.logs.read'),
  ],
  MOBILE_ADMIN: [
    ...COMMON,
    ...free('svc.deviceAssurance.manage', 'svc.policies.read', 'svc.users.read', 'svc.groups.read', 'svc.apps.read'),
    ...free('svc.clients.read', 'svc.logs.read', 'svc.networkZones.read'),
  ],
  REPORT_ADMIN: [...COMMON, ...free('svc.logs.read')],
  READ_ONLY_ADMIN: [{ permission: ALL_READING }],
}

const isReading = (permission: Permission) => permission.endsWith('.read')
const areaOf = (permission: string) => permission.split('.', 2).join('.')

/** Whether a grant holds a permission: `.manage` holds all that begins like it, and who may do something in an area may read it. */
export function holds({ permission: granted }: Grant, needed: Permission): boolean {
  if (granted === EVERYTHING) return true
  if (granted === ALL_READING) return isReading(needed)
  if (granted === needed) return true
  if (isReading(needed)) return areaOf(granted) === areaOf(needed)
  return granted.endsWith('.manage') && needed.startsWith(granted.slice(0, -'manage'.length))
}
