import { passwordHolder } from '#contract/directory/user-credentials.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { Reader } from '#db/connection.ts'
import { appGroups, apps, appUsers } from '#db/tables/apps.ts'
import { groupMembers, groups } from '#db/tables/groups.ts'
import { users, userTypes } from '#db/tables/users.ts'
import { createNameIndex } from '../snapshot/names.ts'
import { DECIDING_TABLES, readSnapshot, type Snapshot } from '../snapshot/snapshot.ts'
import { readAssignmentRows, readPeopleRows } from './policies.sql.ts'

/** Tables that audiences depend on. */
export const AUDIENCE_TABLES = [
  ...DECIDING_TABLES,
  users,
  userTypes,
  groups,
  groupMembers,
  appUsers,
  appGroups,
] as const

/** A person as audiences count them. */
export interface Reachable {
  id: string
  name: string
  userTypeId: string
  /** Where the password is kept, as conditions ask for it. */
  providerType: string
  groupIds: string[]
}

/** The policies, the people in their audience, and what ties one to the other, as of one moment. */
export interface Directory {
  readonly snapshot: Snapshot
  /** All but deactivated ones, by name. */
  readonly people: readonly Reachable[]
  readonly byId: ReadonlyMap<string, Reachable>
  /** By group; Everyone has all. */
  readonly members: ReadonlyMap<string, readonly Reachable[]>
  /** Who is assigned to each application, by name or through a group; platform applications are everybody's. */
  readonly byApp: ReadonlyMap<string, ReadonlySet<Reachable>>
}

export async function readDirectory(reader: Reader, engine: Engine): Promise<Directory> {
  const index = createNameIndex()
  const snapshot = await readSnapshot(reader, engine, index.names)
  await index.refresh(reader, snapshot.people)
  const people = await readPeople(reader)
  const byId = new Map(people.map((person) => [person.id, person]))
  const members = membersOf(people, snapshot.set.everyoneGroupId)
  return { snapshot, people, byId, members, byApp: await readAssignments(reader, { people, byId, members }) }
}

async function readPeople(reader: Reader): Promise<Reachable[]> {
  const rows = await readPeopleRows(reader)
  // WHY: otherwise the id of a group is held once for each of its members.
  const known = new Map<string, string>()
  const once = (id: string) => known.get(id) ?? (known.set(id, id), id)
  return rows.map(({ id, name, typeId, providerType, groups }) => ({
    id,
    name,
    userTypeId: once(typeId),
    providerType: once(passwordHolder(providerType)),
    groupIds: (JSON.parse(groups) as string[]).map(once),
  }))
}

function membersOf(people: readonly Reachable[], everyoneGroupId: string): Map<string, readonly Reachable[]> {
  const members = new Map<string, Reachable[]>()
  for (const person of people)
    for (const groupId of person.groupIds) {
      const list = members.get(groupId)
      if (list) list.push(person)
      else members.set(groupId, [person])
    }
  return new Map<string, readonly Reachable[]>(members).set(everyoneGroupId, people)
}

async function readAssignments(
  reader: Reader,
  { people, byId, members }: Pick<Directory, 'people' | 'byId' | 'members'>,
): Promise<Directory['byApp']> {
  const { byUser, byGroup } = await readAssignmentRows(reader)
  const platform = await apps.findAll(reader, { where: { system: true } })
  const assigned = new Map<string, Set<Reachable>>()
  const setOf = (appId: string) => {
    const known = assigned.get(appId) ?? new Set<Reachable>()
    assigned.set(appId, known)
    return known
  }
  for (const { appId, userId } of byUser) {
    const person = byId.get(userId)
    if (person) setOf(appId).add(person)
  }
  for (const { appId, groupId } of byGroup) for (const person of members.get(groupId) ?? []) setOf(appId).add(person)
  const everybody = new Set(people)
  return new Map([...assigned, ...platform.map(({ id }) => [id, everybody] as const)])
}
