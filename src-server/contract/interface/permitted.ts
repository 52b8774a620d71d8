import type { CallerRights } from '../access/admin-roles.ts'
import type { Permission } from '../access/role-permissions.ts'
import { LIMITED_KINDS, limitedKindOf, permissionsOf, type LimitedKind } from './permissions.ts'
import type { ClientRoute } from './client-route.ts'
import { KINDS } from '../kinds.ts'

type Asked = Pick<ClientRoute, 'permissions' | 'scope' | 'path' | 'isLimitedByHandler'>

const names = (path: string, kind: LimitedKind) => path.includes(`{${KINDS[kind].param}}`)

/** Whether a permission that is limited lets an operation be called at all: on what lies within the limits. */
function isOfLimited({ path, isLimitedByHandler }: Asked, permission: Permission): boolean {
  const kind = limitedKindOf(permission)
  return kind !== undefined && (names(path, kind) || isLimitedByHandler === true)
}

/**
 * What a caller lacks for an operation, as the service checks it; null where they may call it, if only on what lies within the
 * limits of their roles.
 */
export function lackingFor(permissions: CallerRights['permissions'], route: Asked): Permission | null {
  const limitedOf = new Map(permissions.map(({ permission, limited }) => [permission, limited]))
  for (const permission of permissionsOf(route)) {
    const limited = limitedOf.get(permission)
    if (limited === undefined || (limited && !isOfLimited(route, permission))) return permission
  }
  for (const kind of LIMITED_KINDS) {
    const reading: Permission = `svc.${KINDS[kind].scope}.read`
    if (names(route.path, kind) && !limitedOf.has(reading)) return reading
  }
  return null
}
