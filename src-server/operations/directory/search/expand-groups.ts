import type { Reader } from '#audit-log/transaction.ts'
import type { GroupRecord } from '#db/tables/groups.ts'
import type { AppWithPolicies } from '../../snapshot/apps.sql.ts'
import type { Service } from '../../service/service.ts'
import { countsOfGroups, visibleApps, type GroupCounts } from './expand-groups.sql.ts'
import { searchDirectory } from './search-directory.ts'

/** What `expand` can add to the groups of a list. */
type GroupExpansion = 'stats' | 'app'

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

/** WHY as a search: a page of large groups counts a million memberships. */
function countsOf(service: Pick<Service, 'store'>, groups: readonly GroupRecord[]) {
  const ids = groups.map(({ id }) => id)
  return searchDirectory(service, (searcher) => countsOfGroups(searcher, ids))
}

function sourcesOf(reader: Reader, groups: readonly GroupRecord[]) {
  return visibleApps(reader, [...new Set(groups.flatMap(({ sourceId }) => sourceId ?? []))])
}
