import { EVERYONE_ID } from '#db/tables/groups.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { GroupRecord } from '#db/tables/groups.ts'
import { readApps, type AppWithPolicies } from '../../snapshot/apps.sql.ts'
import type { Service } from '../../service/service.ts'
import { searchDirectory } from './search-directory.ts'

/** What `expand` can add to the groups of a list. */
type GroupExpansion = 'stats' | 'app'

/** How many people and applications a group has, and to or from how many it is pushed. */
export interface GroupCounts {
  users: number
  apps: number
  pushes: number
}

export interface ExpandedGroup {
  group: GroupRecord
  counts?: GroupCounts | undefined
  /** The application that an imported group comes from, where it is there. */
  app?: AppWithPolicies | undefined
}

/** Reads what a list of groups is asked to hold beside them. */
export async function expandGroups(
  service: Pick<Service, 'reader' | 'store'>,
  groups: readonly GroupRecord[],
  expand: readonly GroupExpansion[],
): Promise<ExpandedGroup[]> {
  const counts = expand.includes('stats') ? await countsOf(service, groups) : null
  const apps = expand.includes('app') ? await sourcesOf(service.reader, groups) : null
  return groups.map((group) => ({
    group,
    counts: counts?.get(group.id),
    app: apps?.get(group.sourceId ?? ''),
  }))
}

/** Everybody is in Everyone, without a row for each. */
const COUNTS = `SELECT g.id, CASE
    WHEN g.id IN ${EVERYONE_ID} THEN (SELECT count(*) FROM users)
    ELSE (SELECT count(*) FROM group_members m WHERE m.group_id = g.id)
  END AS users, (SELECT count(*) FROM app_groups a WHERE a.group_id = g.id) AS apps,
  (SELECT count(*) FROM group_push_mappings p WHERE p.group_id = g.id OR p.target_id = g.id) AS pushes
  FROM groups g WHERE g.id IN (SELECT value FROM json_each(?))`

/** WHY as a search: a page of large groups counts a million memberships. */
async function countsOf(
  service: Pick<Service, 'store'>,
  groups: readonly GroupRecord[],
): Promise<ReadonlyMap<string, GroupCounts>> {
  const ids = JSON.stringify(groups.map(({ id }) => id))
  const rows = await searchDirectory(service, (searcher) => searcher.all<GroupCounts & { id: string }>(COUNTS, [ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

async function sourcesOf(
  reader: Reader,
  groups: readonly GroupRecord[],
): Promise<ReadonlyMap<string, AppWithPolicies>> {
  const ids = JSON.stringify([...new Set(groups.flatMap(({ sourceId }) => sourceId ?? []))])
  const condition = reader.visible('read', 'app').on('a.id')
  const apps = await readApps(reader, `WHERE ${condition} AND a.id IN (SELECT value FROM json_each(?))`, [ids])
  return new Map(apps.map((app) => [app.id, app]))
}
