import type { Permission } from '../access/role-permissions.ts'
import type { Route } from './route.ts'

/** The kinds whose objects limits of roles tell apart. */
export const LIMITED_KINDS = ['user', 'group', 'app'] as const
export type LimitedKind = (typeof LIMITED_KINDS)[number]

const LIMITED_AREAS: Readonly<Record<string, LimitedKind>> = {
  users: 'user',
  groups: 'group',
  apps: 'app',
  clients: 'app',
  appGrants: 'app',
}

/** The kind of object that limits of a role tell apart for a permission; undefined where they cannot: then it takes a role without limits. */
export const limitedKindOf = (permission: Permission): LimitedKind | undefined =>
  LIMITED_AREAS[permission.split('.')[1] ?? '']

/** What the roles of a caller have to permit for an operation: what it says, else what its scope is for; none where it needs no token. */
export function permissionsOf({ permissions, scope }: Pick<Route, 'permissions' | 'scope'>): readonly Permission[] {
  return permissions ?? (scope === null ? [] : [scope])
}
