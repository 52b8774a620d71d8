import type { Permission } from '../access/role-permissions.ts'
import type { Route } from './route.ts'

/** What the roles of a caller have to permit for an operation: what it says, else what its scope is for; none where it needs no token. */
export function permissionsOf({ permissions, scope }: Pick<Route, 'permissions' | 'scope'>): readonly Permission[] {
  return permissions ?? (scope === null ? [] : [scope])
}
