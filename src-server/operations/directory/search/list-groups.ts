import { LRUCache } from 'lru-cache'
import type { Reader } from '#audit-log/transaction.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { code, join, type Fragment } from '#db/filter-sql-fragment.ts'
import { filterToSql } from '#db/filter-sql.ts'
import { cutPage, invalidCursor, type Page } from '#db/page.ts'
import { groups, type GroupRecord } from '#db/tables/groups.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { GROUP_FILTER, groupSearch, requireFilter, type Dialect } from '#filter/index.ts'
import type { Service } from '../../service/service.ts'
import { searchedGroupAttributes } from '../app-groups.ts'
import { BY_GROUP_NAME, groupNameBegins, groupOrder, GROUPS, searchGroups } from './list-groups.sql.ts'
import { assertOneMode } from './one-mode.ts'
import { SearchCursors } from './search-cursor.ts'
import { searchDirectory, sortAttribute, type DirectoryQuery } from './search-directory.ts'
import { atShownPrecision } from './shown-precision.ts'

/** The grammar of the organization's groups: their schema and imports bring attributes of their own; one for each set of those. */
const grammars = new LRUCache<string, Dialect>({
  max: 20,
  memoMethod: (attributes) => groupSearch(JSON.parse(attributes) as Parameters<typeof groupSearch>[0]),
})

async function grammarOf(reader: Reader): Promise<Dialect> {
  const custom = (await searchedGroupAttributes(reader)).map(({ name, type, items }) => ({ name, type, items }))
  return grammars.memo(JSON.stringify(custom))
}

interface ListQuery extends DirectoryQuery {
  q?: string | undefined
}

/**
 * Groups by `search` or `filter`, by id or as `sortBy` says; with `q` those whose name begins so, by name, exact matches first as they
 * sort first, and without further pages (spec/2 "Groups").
 * @throws ApiError E0000031 for a search, E0000053 for a filter that cannot be read; E0000033, E0000063; E0000029 or E0000031 for
 * the cursor
 */
export async function listGroups(
  service: Pick<Service, 'reader' | 'store'>,
  query: ListQuery,
): Promise<Page<GroupRecord>> {
  assertOneMode(query, ['filter'])
  const { q, search, filter, limit, after } = query
  const { condition } = service.reader.visible('read', 'group')
  if (q === undefined && search === undefined && filter === undefined)
    return groups.page(service.reader, query, sqlCondition(condition))
  const cursors = new SearchCursors('group', query)
  const grammar = await grammarOf(service.reader)
  if (q !== undefined && after !== undefined) throw invalidCursor()
  const place = cursors.read(after)
  const sorted = sortAttribute(query, grammar)
  const order = q === undefined ? groupOrder(sorted) : BY_GROUP_NAME
  const conditions = [code(condition), conditionOf(query, grammar), ...(q === undefined ? [] : [groupNameBegins(q)])]
  const where = join(conditions, 'AND')
  const page = { where, order, place, limit: limit + 1, isDescending: isDescending(query) }
  const rows = await searchDirectory(service, (searcher) => searchGroups(searcher, page))
  const { items, next } = cutPage(rows, limit, ({ id, sortKey }) =>
    cursors.write(order ? { id, key: sortKey } : { id }),
  )
  return { items: items.map(({ sortKey: _, ...group }) => group), next: q === undefined ? next : null }
}

/** How many groups a list holds where its request does not say, and at the most (spec/2 "Groups", spec/4 §2.2). */
export function groupLimit({ q, expand, limit }: { q?: string; expand: readonly string[]; limit?: number }): number {
  const { fallback } = q === undefined ? LIMITS.page.groups : LIMITS.page.groupsFind
  const expected = limit ?? fallback
  return expand.includes('stats') ? Math.min(expected, LIMITS.page.groupsWithStats.max) : expected
}

function conditionOf({ search, filter }: ListQuery, grammar: Dialect): Fragment {
  if (search === undefined && filter === undefined) return code('1')
  const parsed =
    search === undefined ? requireFilter(filter ?? '', GROUP_FILTER) : requireFilter(search, grammar, 'search')
  return filterToSql(atShownPrecision(parsed), GROUPS)
}

const isDescending = ({ search, sortBy, sortOrder }: ListQuery) =>
  search !== undefined && sortBy !== undefined && sortOrder === 'desc'
