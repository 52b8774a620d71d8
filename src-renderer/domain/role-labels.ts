import type { AssigneeKind, RoleLimitView, RoleType } from '#contract/access/admin-roles.ts'
import type { EntityKind } from './kinds.ts'

/** What each administrator role is for, in one sentence. */
export const ROLE_DESCRIPTIONS: Readonly<Record<RoleType, string>> = {
  SUPER_ADMIN: 'Has all permissions, and is the only role that can assign administrator roles.',
  ORG_ADMIN:
    'Runs the organization: people, groups, policies and settings, but neither applications nor administrators.',
  APP_ADMIN: 'Manages applications: their settings, credentials and assignments.',
  USER_ADMIN: 'Manages people and group memberships.',
  HELP_DESK_ADMIN:
    'Helps people to sign in: resets passwords and factors and unlocks people, and changes nothing else.',
  GROUP_MEMBERSHIP_ADMIN: 'Adds people to groups and removes them.',
  API_ACCESS_MANAGEMENT_ADMIN: 'Manages authorization servers and the grants of applications there.',
  MOBILE_ADMIN: 'Manages device assurances.',
  REPORT_ADMIN: 'Reads the audit log.',
  READ_ONLY_ADMIN: 'Sees everything and changes nothing.',
}

/** What holds roles, as a column says it; a client is an application. */
export const ASSIGNEE_LABELS: Readonly<Record<AssigneeKind, string>> = {
  USER: 'Person',
  GROUP: 'Group',
  CLIENT: 'Client',
}

/** The kind of object that each kind of assignee is. */
export const ASSIGNEE_ENTITIES: Readonly<Record<AssigneeKind, EntityKind>> = {
  USER: 'user',
  GROUP: 'group',
  CLIENT: 'app',
}

/** One limit of a role, such as `Sales` or `all of Salesforce`. */
export function limitName({ kind, name }: RoleLimitView): string {
  return kind === 'appName' ? `all of ${name}` : name
}
