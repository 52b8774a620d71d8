import { ChangeSet } from '#db/change-set.ts'
import type { Reader } from '#db/connection.ts'
import { apps } from '#db/tables/apps.ts'
import { authorizationServers } from '#db/tables/authorization-servers.ts'
import { groups } from '#db/tables/groups.ts'
import { policyResources } from '#db/tables/policy-resources.ts'
import { DISPLAY_NAME, users, userTypes } from '#db/tables/users.ts'
import { zones } from '#db/tables/zones.ts'
import { readNames } from './snapshot.sql.ts'

/** Names of the objects that conditions can name; one that is missing here does not exist. */
export interface Names {
  get(id: string): string | null
  has(id: string): boolean
}

/** The names, kept up to date with commits. Apart from the policy snapshot: a name decides nothing. */
interface NameIndex {
  readonly names: Names
  /** Called after each commit. */
  committed(changes: ChangeSet): void
  /** Whether nothing has to be read. @param people of the snapshot: ids of people whom policies name */
  isCurrent(people: ReadonlySet<string>): boolean
  /** Reads what changed. */
  refresh(reader: Reader, people: ReadonlySet<string>): Promise<void>
}

/** All rows of these are held; of people, who may be too many, only those whom a policy names. */
const NAMED = [
  { table: groups, name: 'name' },
  { table: userTypes, name: 'display_name' },
  { table: zones, name: 'name' },
  { table: authorizationServers, name: 'name' },
  { table: policyResources, name: 'name' },
  { table: apps, name: 'label' },
] as const

export function createNameIndex(): NameIndex {
  const byTable = new Map<string, Map<string, string>>()
  const people = new Map<string, string | null>()
  let pending: ChangeSet | null = null
  /** The people whose names were read last; null while names are incomplete. */
  let current: ReadonlySet<string> | null = null
  const find = (id: string): string | undefined => {
    for (const held of byTable.values()) {
      const name = held.get(id)
      if (name !== undefined) return name
    }
    return people.get(id) ?? undefined
  }

  return {
    names: { get: (id) => find(id) ?? null, has: (id) => find(id) !== undefined },
    committed(changes) {
      if (!changes.touches(users, ...NAMED.map(({ table }) => table))) return
      pending ??= new ChangeSet()
      pending.add(changes)
    },
    isCurrent: (ids) => pending === null && current === ids,
    async refresh(reader, ids) {
      const changes = pending
      pending = null
      current = null
      for (const { table, name } of NAMED) {
        const held = byTable.get(table.name)
        if (held && !changes?.touches(table)) continue
        const keys = held && changes ? changes.keysOf(table) : null
        const names = await readNames(reader, { table: table.name, name }, keys)
        byTable.set(table.name, merge(held, keys, names))
      }
      // Changes of a person whom no policy names are not followed, so the name held is soon out of date.
      for (const id of [...people.keys()]) if (!ids.has(id)) people.delete(id)
      const changed = changes ? changes.keysOf(users) : new Set<string>()
      const stale = changed === null ? ids : new Set([...ids].filter((id) => changed.has(id) || !people.has(id)))
      const names = stale.size ? await readNames(reader, { table: users.name, name: DISPLAY_NAME }, stale) : new Map()
      for (const id of stale) people.set(id, names.get(id) ?? null)
      current = ids
    },
  }
}

function merge(
  held: Map<string, string> | undefined,
  keys: ReadonlySet<string> | null,
  names: Map<string, string>,
): Map<string, string> {
  if (!held || !keys) return names
  for (const id of keys) {
    const name = names.get(id)
    if (name === undefined) held.delete(id)
    else held.set(id, name)
  }
  return held
}
