import type { RoleType } from '#contract/access/admin-roles.ts'
import { holds, ROLE_GRANTS, type Permission } from '#contract/access/role-permissions.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import type { LimitedKind } from '#contract/interface/permissions.ts'
import type { Scope } from '#contract/interface/scopes.ts'
import { KINDS, type KindName } from '#contract/kinds.ts'
import type { EventType } from '#contract/log/event-types.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { isLimitedKind, reached, type Limits, type Reach } from './reached.sql.ts'

/** What is done to objects: a change, by the type of its event, or reading. */
export type Action = EventType | 'read'

/** Which objects of a kind a list shows. */
export interface Visible {
  /** False if it shows none. */
  readonly isAny: boolean
  /** The condition of the shown rows: SQL for a `WHERE`, without values, over a column `id`. */
  readonly condition: string
  /** The same over a column of another name, such as `u.id`. */
  on(column: string): string
  /** The shown part of a list in memory; empty if that depends on the object. */
  of<T>(items: readonly T[]): T[]
}

/** The permissions of a caller. */
export interface Rights {
  /** The roles behind them, the most powerful first. */
  readonly roles: readonly RoleType[]
  /** False for an unknown caller, or one who cannot sign in. */
  readonly canAct: boolean
  /** Null: nothing at all. */
  reach(permission: Permission): Reach | null
  /**
   * Whether a person, group or client holds administrator roles above the caller's. A caller who could reset the password of an
   * administrator, join a group of administrators or get the key of such a client would get their permissions.
   */
  isAbove(kind: LimitedKind, id: string): boolean
}

/** The permissions of the service itself. */
export const ALL_RIGHTS: Rights = { roles: ['SUPER_ADMIN'], canAct: true, reach: () => 'all', isAbove: () => false }
/** The permissions of an unknown caller. */
export const NO_RIGHTS: Rights = { roles: [], canAct: false, reach: () => null, isAbove: () => true }

/** A role of a principal. @property limits null: none */
export interface RoleHeld {
  readonly type: RoleType
  readonly limits: Limits | null
}

/** All who hold roles. @property users by id, whether they are super administrators */
export interface Holders {
  readonly users: ReadonlyMap<string, { isSuper: boolean }>
  readonly groups: ReadonlySet<string>
  readonly apps: ReadonlySet<string>
}

/** The combined permissions of several roles. @param holders at the time of a call @param canAct whether they can be used at all */
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

/** Kinds below a person, group or application: the parent is in the path, and the check of the operation has allowed it. */
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

/** The objects of a kind that lists show to a caller. */
export function visibleTo(rights: Rights, kind: KindName): Visible {
  const reach = rights.reach(`svc.${KINDS[kind].scope}.read` as Scope)
  if (reach === null) return NONE
  if (reach === 'all' || BELOW.has(kind)) return ALL
  if (!isLimitedKind(kind)) return NONE
  const on = (column: string) => reached(kind, column, reach)
  return { isAny: true, condition: on('id'), on, of: () => [] }
}

/** The targets that an event changes, by their type and by the start of the event type: assigning an application does not change its group. */
const GUARDED: Readonly<Record<string, { kind: LimitedKind; events: RegExp }>> = {
  [KINDS.user.targetType]: { kind: 'user', events: /^(?:user|gatehouse\.identity_provider\.user)\./ },
  [KINDS.group.targetType]: { kind: 'group', events: /^(?:gatehouse\.)?group\.(?!application_assignment)/ },
  [KINDS.app.targetType]: { kind: 'app', events: /^(?!application\.user_membership\.)/ },
}

/**
 * Checks that the caller can act at all, and on these targets. Whether their roles permit the operation is checked before, for the
 * route; a use case itself checks objects that its path does not name.
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
