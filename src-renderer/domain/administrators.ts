import {
  ADMIN_ROLES,
  type Administrator,
  type HeldRole,
  type RoleLimit,
  type RoleLimitView,
  type RoleType,
} from '#contract/access/admin-roles.ts'
import { holds, ROLE_GRANTS, type Permission } from '#contract/access/role-permissions.ts'
import { PERMISSIONS_IN_ORDER } from './permission-labels.ts'

/** A role that permits something, with what it is limited to there; no limits: anything. */
export interface Reason {
  readonly role: HeldRole
  readonly limits: RoleLimitView[]
}

/** How far a role that has limits would permit something: not at all, within the limits, or anything. */
function reachOfRole(type: RoleType, permission: Permission): 'none' | 'limits' | 'all' {
  const grants = ROLE_GRANTS[type].filter((grant) => holds(grant, permission))
  if (!grants.length) return 'none'
  return grants.every(({ isLimited }) => isLimited) ? 'limits' : 'all'
}

/** Why somebody may do something: each role of theirs that permits it; none where they may not. */
export function reasonsFor({ roles }: Pick<Administrator, 'roles'>, permission: Permission): Reason[] {
  return roles.flatMap((role) => {
    const reach = reachOfRole(role.type, permission)
    return reach === 'none' ? [] : [{ role, limits: reach === 'all' ? [] : role.limits }]
  })
}

/** Who may do something, and why. Groups are left out: their members may. */
export function whoMay(
  administrators: readonly Administrator[],
  permission: Permission,
): { administrator: Administrator; reasons: Reason[] }[] {
  return administrators
    .filter(({ kind }) => kind !== 'GROUP')
    .map((administrator) => ({ administrator, reasons: reasonsFor(administrator, permission) }))
    .filter(({ reasons }) => reasons.length > 0)
}

/** What somebody may do, and why; of a group: its members. */
export function whatMay(administrator: Pick<Administrator, 'roles'>): { permission: Permission; reasons: Reason[] }[] {
  return PERMISSIONS_IN_ORDER.map((permission) => ({
    permission,
    reasons: reasonsFor(administrator, permission),
  })).filter(({ reasons }) => reasons.length > 0)
}

/** What a role permits, each with what can limit it. */
export function permittedBy(type: RoleType): { permission: Permission; limitedBy: RoleLimit }[] {
  return PERMISSIONS_IN_ORDER.flatMap((permission) => {
    const reach = reachOfRole(type, permission)
    return reach === 'none' ? [] : [{ permission, limitedBy: reach === 'limits' ? ADMIN_ROLES[type].limitedBy : null }]
  })
}
