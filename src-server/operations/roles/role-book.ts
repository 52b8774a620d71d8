import { canAct } from '#contract/directory/user-status.ts'
import type { Principal } from '#audit-log/request-context.ts'
import { ALL_RIGHTS, NO_RIGHTS, rightsByRoles, type Holders, type Rights, type RoleHeld } from '#audit-log/rights.ts'
import type { RoleType } from '#contract/access/admin-roles.ts'
import type { Reader } from '#db/connection.ts'
import type { ChangeSet } from '#db/change-set.ts'
import { apps } from '#db/tables/apps.ts'
import { groupMembers, groups } from '#db/tables/groups.ts'
import { roleAssignments, roleTargets, type RoleTargetRecord } from '#db/tables/role-assignments.ts'
import { users } from '#db/tables/users.ts'
import { mightiestFirst } from './role-assignments.ts'
import { membersOfRoles, rolesHeldBy, targetsHeldBy } from './roles.sql.ts'

/** What administrator roles permit, from a cache that commits keep true. */
export class RoleBook {
  readonly #reader: Reader
  /** By kind and id. */
  readonly #rights = new Map<string, Rights>()
  #holders: Holders | null = null
  /** Counts commits that changed something here, so that what was read before one is not kept after it. */
  #changes = 0

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** What a principal may do now. People without a role, and those who cannot sign in, have rights that permit nothing. */
  async rightsOf({ kind, id }: Pick<Principal, 'kind' | 'id'>): Promise<Rights> {
    if (kind === 'system') return ALL_RIGHTS
    if (kind === 'none' || kind === 'endUser') return NO_RIGHTS
    return this.#rights.get(`${kind} ${id}`) ?? this.#load(kind, id)
  }

  /** Forgets what a commit made stale. */
  committed(changes: ChangeSet): void {
    const holders = this.#holders
    const isGroupOfAdministrators = (id: string) => holders?.groups.has(id) ?? true
    const isAny = (table: Parameters<ChangeSet['keysOf']>[0], known: (id: string) => boolean) => {
      const keys = changes.keysOf(table)
      return keys === null || [...keys].some(known)
    }
    if (
      changes.touches(roleAssignments, roleTargets) ||
      isAny(groupMembers, isGroupOfAdministrators) ||
      isAny(groups, isGroupOfAdministrators) ||
      isAny(apps, (id) => this.#rights.has(`client ${id}`) || (holders?.apps.has(id) ?? true)) ||
      isAny(users, (id) => this.#rights.has(`user ${id}`) || (holders?.users.has(id) ?? true))
    ) {
      this.#changes += 1
      this.#rights.clear()
      this.#holders = null
    }
  }

  async #load(kind: 'user' | 'client', id: string): Promise<Rights> {
    const before = this.#changes
    const rights = await this.#read(kind, id)
    if (before === this.#changes) this.#rights.set(`${kind} ${id}`, rights)
    return rights
  }

  async #read(kind: 'user' | 'client', id: string): Promise<Rights> {
    const isAble = await this.#isAble(kind, id)
    const roles = isAble ? await this.#rolesOf(id) : []
    const holders = this.#holders ?? (await this.#readHolders())
    return rightsByRoles(roles, () => this.#holders ?? holders, isAble)
  }

  async #isAble(kind: 'user' | 'client', id: string): Promise<boolean> {
    if (kind === 'client') return (await apps.get(this.#reader, id))?.status === 'ACTIVE'
    const user = await users.get(this.#reader, id)
    return user !== undefined && canAct(user.status)
  }

  async #rolesOf(assigneeId: string): Promise<RoleHeld[]> {
    const assigned = await rolesHeldBy(this.#reader, assigneeId)
    const targets = await targetsHeldBy(this.#reader, assigneeId)
    return assigned.toSorted(mightiestFirst).map(({ assigneeId: holder, type }) => ({
      type,
      limits: limitsOf(targets.filter((target) => target.assigneeId === holder && target.type === type)),
    }))
  }

  async #readHolders(): Promise<Holders> {
    const before = this.#changes
    const assigned = await roleAssignments.findAll(this.#reader)
    const members = await membersOfRoles(this.#reader)
    const people = new Map<string, { isSuper: boolean }>()
    const note = (id: string, type: RoleType) =>
      people.set(id, { isSuper: type === 'SUPER_ADMIN' || people.get(id)?.isSuper === true })
    const of = (kind: string) => assigned.filter(({ assigneeKind }) => assigneeKind === kind)
    for (const { assigneeId, type } of of('USER')) note(assigneeId, type)
    for (const { id, type } of members) note(id, type)
    const ids = (kind: string) => new Set(of(kind).map(({ assigneeId }) => assigneeId))
    const holders = { users: people, groups: ids('GROUP'), apps: ids('CLIENT') }
    if (before === this.#changes) this.#holders = holders
    return holders
  }
}

function limitsOf(targets: readonly RoleTargetRecord[]) {
  if (targets.length === 0) return null
  const idsOf = (kind: RoleTargetRecord['kind']) =>
    targets.filter((target) => target.kind === kind).map(({ targetId }) => targetId)
  return { groups: idsOf('group'), apps: idsOf('app'), appNames: idsOf('appName') }
}
