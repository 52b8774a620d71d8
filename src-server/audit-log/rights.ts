import type { RoleType } from '#contract/access/admin-roles.ts'
import { holds, ROLE_GRANTS, type Permission } from '#contract/access/role-permissions.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import type { LimitedKind } from '#contract/interface/permissions.ts'
import type { Scope } from '#contract/interface/scopes.ts'
import { KINDS, type KindName } from '#contract/kinds.ts'
import type { EventType } from '#contract/log/event-types.ts'
import type { LogTarget } from '#contract/log/log-event.ts'

/** Something that is done to objects: an act, by the event that it leaves, or reading them. */
export type Action = EventType | 'read'

/** Which objects of a kind a list shows. */
export interface Visible {
  /** False where it shows none. */
  readonly isAny: boolean
  /** Holds for the rows that it shows; SQL for a `WHERE`, without values, over a column `id`. */
  readonly condition: string
  /** The same over a column of another name, such as `u.id`. */
  on(column: string): string
  /** What it shows of a list in memory; none where that depends on the object. */
  of<T>(items: readonly T[]): T[]
}

/** What a role reaches that is limited: some groups and their people, some applications, and all of some names. */
interface Limits {
  readonly groups: readonly string[]
  readonly apps: readonly string[]
  readonly appNames: readonly string[]
}

/** How far a permission reaches. */
type Reach = 'all' | Limits

/** What a caller may do. */
export interface Rights {
  /** The roles that give them, the mightiest first. */
  readonly roles: readonly RoleType[]
  /** False for who is not known, or cannot sign in. */
  readonly canAct: boolean
  /** Null: nothing at all. */
  reach(permission: Permission): Reach | null
  /**
   * Whether somebody or something holds administrator roles that the caller is no match for: who resets the password of an
   * administrator, joins a group of administrators or has the key of such a client, has their rights.
   */
  isAbove(kind: LimitedKind, id: string): boolean
}

/** Of the service itself and of the administrator of the workspace. */
export const ALL_RIGHTS: Rights = { roles: ['SUPER_ADMIN'], canAct: true, reach: () => 'all', isAbove: () => false }
/** Of who is not known. */
export const NO_RIGHTS: Rights = { roles: [], canAct: false, reach: () => null, isAbove: () => true }

/** A role as somebody holds it. @property limits null: none */
export interface RoleHeld {
  readonly type: RoleType
  readonly limits: Limits | null
}

/** Who holds roles at all. @property users by id, whether as super administrators */
export interface Holders {
  readonly users: ReadonlyMap<string, { isSuper: boolean }>
  readonly groups: ReadonlySet<string>
  readonly apps: ReadonlySet<string>
}

/** What roles permit together. @param holders at the time of a call @param canAct whether they can be used at all */
export function rightsByRoles(roles: readonly RoleHeld[], holders: () => Holders, canAct = true): Rights {
  const types = [...new Set(roles.map(({ type }) => type))]
  const reaches = new Map<Permission, Reach | null>()
  const isAbove = (kind: LimitedKind, id: string) => {
    if (types.includes('SUPER_ADMIN')) return false
    if (kind !== 'user') return holders()[kind === 'group' ? 'groups' : 'apps'].has(id)
    const held = holders().users.get(id)
    return held !== undefined && (held.isSuper || !types.includes('ORG_ADMIN'))
  }
  const reach = (permission: Permission) => {
    const known = reaches.get(permission)
    if (known !== undefined) return known
    const found = reachOf(roles, permission)
    reaches.set(permission, found)
    return found
  }
  return { roles: types, canAct, reach, isAbove }
}

function reachOf(roles: readonly RoleHeld[], permission: Permission): Reach | null {
  const limits: Limits[] = []
  for (const { type, limits: limit } of roles)
    for (const grant of ROLE_GRANTS[type]) {
      if (!holds(grant, permission)) continue
      if (limit === null || !grant.isLimited) return 'all'
      limits.push(limit)
    }
  if (limits.length === 0) return null
  return {
    groups: limits.flatMap(({ groups }) => groups),
    apps: limits.flatMap(({ apps }) => apps),
    appNames: limits.flatMap(({ appNames }) => appNames),
  }
}

const ALL: Visible = { isAny: true, condition: '1', on: () => '1', of: (items) => [...items] }
const NONE: Visible = { isAny: false, condition: '0', on: () => '0', of: () => [] }

const literals = (values: readonly string[]) => values.map((value) => `'${value.replaceAll(`'`, `''`)}'`).join(', ')

/** Which rows limits reach, as SQL over a column that holds ids. */
const REACHED = {
  user: (column: string, { groups }: Limits) =>
    `${column} IN (SELECT user_id FROM group_members WHERE group_id IN (${literals(groups)}))`,
  group: (column: string, { groups }: Limits) => `${column} IN (${literals(groups)})`,
  app: (column: string, { apps, appNames }: Limits) =>
    `${column} IN (SELECT id FROM apps WHERE id IN (${literals(apps)}) OR name IN (${literals(appNames)}))`,
} as const satisfies Record<LimitedKind, (column: string, limits: Limits) => string>

/** What lies below one of those, which the path names and the check of the operation has let through. */
const BELOW: ReadonlySet<KindName> = new Set([
  ...([
    'groupOwner',
    'appGrant',
    'refreshToken',
    'clientSecret',
    'clientKey',
    'signingKey',
    'certificateRequest',
  ] as const),
])

const isLimitedKind = (kind: KindName): kind is LimitedKind => Object.hasOwn(REACHED, kind)

/** The condition of what a reach holds of a kind. */
export const reached = (kind: LimitedKind, column: string, reach: Reach | null): string =>
  reach === null ? '0' : reach === 'all' ? '1' : REACHED[kind](column, reach)

/** What lists of a kind show a caller. */
export function visibleTo(rights: Rights, kind: KindName): Visible {
  const reach = rights.reach(`svc.${KINDS[kind].scope}.read` as Scope)
  if (reach === null) return NONE
  if (reach === 'all' || BELOW.has(kind)) return ALL
  if (!isLimitedKind(kind)) return NONE
  const on = (column: string) => reached(kind, column, reach)
  return { isAny: true, condition: on('id'), on, of: () => [] }
}

/** What events act upon, by the type of the target, and by how the event begins: a group that an application is given to is not touched. */
const GUARDED: Readonly<Record<string, { kind: LimitedKind; events: RegExp }>> = {
  [KINDS.user.targetType]: { kind: 'user', events: /^user\./ },
  [KINDS.group.targetType]: { kind: 'group', events: /^(?:gatehouse\.)?group\.(?!application_assignment)/ },
  [KINDS.app.targetType]: { kind: 'app', events: /^(?!application\.user_membership\.)/ },
}

/**
 * That the caller may do something at all, and to these targets. Whether their roles permit the operation is checked before, for the
 * route; what a use case reaches beyond what its path names, it checks itself.
 * @throws ApiError E0000006
 */
export function assertMay(
  rights: Rights,
  action: EventType,
  targets: readonly LogTarget[],
  { isJob = false }: { isJob?: boolean } = {},
): void {
  if (rights === NO_RIGHTS || (!isJob && rights.roles.length === 0)) throw new ApiError('E0000006')
  const above = targets.find(({ type, id }) => {
    const guarded = GUARDED[type]
    return guarded?.events.test(action) === true && rights.isAbove(guarded.kind, id)
  })
  if (above)
    throw new ApiError('E0000006', {
      causes: [{ errorSummary: `${above.displayName ?? above.id} holds administrator roles.` }],
    })
}
