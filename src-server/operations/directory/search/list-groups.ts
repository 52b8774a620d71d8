import { LRUCache } from 'lru-cache'
import type { Reader } from '#audit-log/transaction.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { code, join, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import { filterToSql, type FilterSource } from '#db/filter-sql.ts'
import type { SqlValue } from '#db/driver.ts'
import { cutPage, invalidCursor, prefixPattern, type Page } from '#db/page.ts'
import { groups, type GroupRecord } from '#db/tables/groups.ts'
import { GROUP_FILTER, groupSearch, requireFilter, type Attribute, type Dialect } from '#filter/index.ts'
import type { Service } from '../../service/service.ts'
import { searchedGroupAttributes } from '../app-groups.ts'
import { assertOneMode } from './one-mode.ts'
import { SearchCursors, type Place } from './search-cursor.ts'
import { searchDirectory, sortAttribute, type DirectoryQuery } from './search-directory.ts'
import { atShownPrecision } from './shown-precision.ts'
import { valueName } from './user-index.ts'
import { keyInDocument } from './user-order.ts'

/** The grammar of the organization's groups: their schema and imports bring attributes of their own; one for each set of those. */
const grammars = new LRUCache<string, Dialect>({
  max: 20,
  memoMethod: (attributes) => groupSearch(JSON.parse(attributes) as Parameters<typeof groupSearch>[0]),
})

async function grammarOf(reader: Reader): Promise<Dialect> {
  const custom = (await searchedGroupAttributes(reader)).map(({ name, type, items }) => ({ name, type, items }))
  return grammars.memo(JSON.stringify(custom))
}

const COLUMNS: FilterSource['attributes'] = {
  id: { column: 'g.id' },
  type: { column: 'g.type', letters: 'capital' },
  'source.id': { column: 'g.source_id' },
  created: { column: 'g.created' },
  lastUpdated: { column: 'g.last_updated' },
  lastMembershipUpdated: { column: 'g.last_membership_updated' },
  'profile.name': { column: '(g.name COLLATE BINARY)' },
  'profile.description': { column: 'g.description' },
}
const GROUPS: FilterSource = { attributes: COLUMNS, documents: { profile: 'g.profile' } }

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
    return groups.pageBySql(service.reader, query, condition)
  const cursors = new SearchCursors('group', query)
  const grammar = await grammarOf(service.reader)
  if (q !== undefined && after !== undefined) throw invalidCursor()
  const place = cursors.read(after)
  const sorted = sortAttribute(query, grammar)
  const order = q === undefined ? keyOf(sorted) : code('lower(g.name)')
  const conditions = [code(condition), conditionOf(query, grammar), ...(q === undefined ? [] : [beginning(q)])]
  const statement = pageOf({ where: join(conditions, 'AND'), order, place, limit, isDescending: isDescending(query) })
  const rows = await searchDirectory(service, (searcher) => searcher.all<object>(statement.text, statement.params))
  const { items, next } = cutPage(
    rows.map((row) => groups.fromRow<GroupRecord & { sortKey: SqlValue }>(row)),
    limit,
    ({ id, sortKey }) => cursors.write(order ? { id, key: sortKey } : { id }),
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

const beginning = (q: string) => sql`g.name LIKE ${prefixPattern(q)} ESCAPE '\\'`

const isDescending = ({ search, sortBy, sortOrder }: ListQuery) =>
  search !== undefined && sortBy !== undefined && sortOrder === 'desc'

/** What groups are sorted by; null for ids alone. Texts are in small letters, as far as they are compared so. */
function keyOf(attribute: Attribute | null): Fragment | null {
  if (!attribute || attribute.path === 'id') return null
  if (!Object.hasOwn(COLUMNS, attribute.path)) return keyInDocument('g.profile', valueName(attribute) ?? '')
  const column = code((COLUMNS[attribute.path] as { column: string }).column)
  return attribute.type === 'text' && !attribute.exact ? sql`lower(substr(${column}, 1, 255))` : column
}

interface GroupPage {
  where: Fragment
  order: Fragment | null
  place: Place | null
  limit: number
  isDescending: boolean
}

/** Those without a key come last. WHY no index is asked for: an organization has thousands of groups, not millions. */
function pageOf({ where, order, place, limit, isDescending }: GroupPage): Fragment {
  const end = code(isDescending ? 'DESC' : 'ASC')
  const sign = code(isDescending ? '<' : '>')
  const key = order ?? code('NULL')
  const behindId = place ? sql`g.id ${sign} ${place.id}` : code('1')
  const behind =
    place?.key === undefined || place.key === null
      ? sql`(${key} IS NULL OR ${code(place ? '0' : '1')}) AND ${behindId}`
      : sql`(${key} IS NULL OR (${key}, g.id) ${sign} (${place.key}, ${place.id}))`
  return sql`SELECT ${code(groups.select('g'))}, ${key} AS sortKey FROM groups g WHERE ${where} AND ${behind}
    ORDER BY sortKey IS NULL, sortKey ${end}, g.id ${end} LIMIT ${limit + 1}`
}
