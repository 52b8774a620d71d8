import type { Reader } from '#db/connection.ts'
import { apps } from '#db/tables/apps.ts'
import { assignmentsOfPeople, groupAssignments } from './assigned-apps.sql.ts'

/** Which applications are open to people: by name, through their groups, or to all. */
export interface AssignedApps {
  /** Those assigned by name, by person. */
  directOf(userIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>
  /** Whether one of some applications is open to somebody with these of their own, and in these groups. */
  hasAny(appIds: readonly string[], direct: ReadonlySet<string> | undefined, groupIds: readonly string[]): boolean
}

/** Reads what groups are assigned to; a platform application is everybody's. */
export async function readAssignedApps(read: Reader, everyoneGroupId: string): Promise<AssignedApps> {
  const byGroup = new Map<string, Set<string>>()
  const add = (groupId: string, appId: string) => {
    const known = byGroup.get(groupId) ?? new Set<string>()
    byGroup.set(groupId, known.add(appId))
  }
  for (const { appId, groupId } of await groupAssignments(read)) add(groupId, appId)
  for (const { id } of await apps.findAll(read, { where: { system: true } })) add(everyoneGroupId, id)
  return {
    async directOf(userIds) {
      const grouped = Map.groupBy(await assignmentsOfPeople(read, userIds), ({ userId }) => userId)
      return new Map([...grouped].map(([id, mine]) => [id, new Set(mine.map(({ appId }) => appId))]))
    },
    hasAny(appIds, direct, groupIds) {
      const ids = [everyoneGroupId, ...groupIds]
      return appIds.some((appId) => direct?.has(appId) || ids.some((id) => byGroup.get(id)?.has(appId)))
    },
  }
}
