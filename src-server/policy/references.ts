import { ALL_ZONES } from '../contract/conditions.ts'
import type { Conditions } from './conditions/index.ts'
import { peopleLists } from './conditions/people.ts'

/** Named as the interface's own errors name them. */
export type ReferenceKind = 'UserGroup' | 'User' | 'UserType' | 'NetworkZone' | 'AppInstance'

/** One id that a condition names, with the path it stands at. */
export interface Reference {
  kind: ReferenceKind
  path: string
  id: string
}

type Lists = { include?: readonly string[]; exclude?: readonly string[] }

function listReferences(kind: ReferenceKind, path: string, lists: Lists | undefined): Reference[] {
  return (['include', 'exclude'] as const).flatMap((side) =>
    (lists?.[side] ?? []).map((id) => ({ kind, path: `${path}.${side}`, id })),
  )
}

/** Every group, user, user type, zone and application that conditions name, in the order of their paths. */
export function referencesOf(conditions: Conditions | null | undefined): Reference[] {
  if (!conditions) return []
  const { people, network, app } = conditions
  const userType = 'userType' in conditions ? conditions.userType : undefined
  const { groupsIn, groupsOut, usersIn, usersOut } = peopleLists(people ?? {})
  const appIds = (entries: readonly { type: string; id?: string }[] | undefined) =>
    (entries ?? []).flatMap((entry) => (entry.type === 'APP' && entry.id ? [entry.id] : []))
  return [
    ...listReferences('UserGroup', 'people.groups', { include: groupsIn, exclude: groupsOut }),
    ...listReferences('User', 'people.users', { include: usersIn, exclude: usersOut }),
    ...listReferences('UserType', 'userType', userType),
    ...listReferences('NetworkZone', 'network', network).filter(({ id }) => id !== ALL_ZONES),
    ...listReferences('AppInstance', 'app', { include: appIds(app?.include), exclude: appIds(app?.exclude) }),
  ]
}
