import type { Reader } from '#db/connection.ts'

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
  const assigned = await read.all<{ app_id: string; group_id: string }>('SELECT app_id, group_id FROM app_groups')
  for (const { app_id, group_id } of assigned) add(group_id, app_id)
  for (const { id } of await read.all<{ id: string }>('SELECT id FROM apps WHERE system = 1')) add(everyoneGroupId, id)
  return {
    async directOf(userIds) {
      const sql = 'SELECT app_id, user_id FROM app_users WHERE user_id IN (SELECT value FROM json_each(?))'
      const rows = await read.all<{ app_id: string; user_id: string }>(sql, [JSON.stringify(userIds)])
      const grouped = Map.groupBy(rows, ({ user_id }) => user_id)
      return new Map([...grouped].map(([id, mine]) => [id, new Set(mine.map(({ app_id }) => app_id))]))
    },
    hasAny(appIds, direct, groupIds) {
      const ids = [everyoneGroupId, ...groupIds]
      return appIds.some((appId) => direct?.has(appId) || ids.some((id) => byGroup.get(id)?.has(appId)))
    },
  }
}
