import { code, sql } from '#db/filter-sql-fragment.ts'
import { filterToSql } from '#db/filter-sql.ts'
import { cutPage, type Page } from '#db/page.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { requireFilter, USER_FILTER, userSearch } from '#filter/index.ts'
import type { Service } from '../../service/service.ts'
import { countFound, findUsers, type UserQuery } from './plan-users.sql.ts'
import { SearchCursors } from './search-cursor.ts'
import { searchDirectory, sortAttribute, type DirectoryQuery } from './search-directory.ts'
import { atShownPrecision } from './shown-precision.ts'
import { USERS, waysOf } from './user-index.sql.ts'
import { orderBy } from './user-order.sql.ts'

/** Until attributes come with a schema, any name in a profile is one. */
const SEARCHED = userSearch(null)

/**
 * A page of the people of whom an expression holds, whatever their status, by id or as `sortBy` says (spec/2 "User query options").
 * @throws ApiError E0000031 for a search, E0000053 for a filter that cannot be read; E0000029 or E0000031 for the cursor
 */
export async function searchUsers(
  service: Pick<Service, 'reader' | 'store'>,
  query: DirectoryQuery,
): Promise<Page<UserRecord>> {
  const { search, filter, sortOrder, limit } = query
  const parsed = atShownPrecision(
    search === undefined ? requireFilter(filter ?? '', USER_FILTER) : requireFilter(search, SEARCHED, 'search'),
  )
  const cursors = new SearchCursors('user', query)
  const sorted = sortAttribute(query, SEARCHED)
  const visible = code(service.reader.visible('read', 'user').on('u.id'))
  const asked: UserQuery = {
    where: sql`${visible} AND ${filterToSql(parsed, USERS)}`,
    ways: waysOf(parsed),
    order: sorted && orderBy(sorted),
    isDescending: sorted !== null && sortOrder === 'desc',
    limit: limit + 1,
    after: cursors.read(query.after),
  }
  const rows = await searchDirectory(service, (searcher) => findUsers(searcher, asked))
  const { items, next } = cutPage(rows, limit, ({ id, sortKey }) =>
    cursors.write(sortKey === undefined ? { id } : { id, key: sortKey }),
  )
  for (const one of items) delete one.sortKey
  return { items, next }
}

/** @throws ApiError E0000031 for a search that cannot be read */
export function assertReadableSearch(search: string): void {
  requireFilter(search, SEARCHED, 'search')
}

/** How many people a search finds, whatever their status. @throws ApiError E0000031 for one that cannot be read */
export function countUsers(service: Pick<Service, 'reader' | 'store'>, search: string): Promise<number> {
  const parsed = atShownPrecision(requireFilter(search, SEARCHED, 'search'))
  const visible = code(service.reader.visible('read', 'user').on('u.id'))
  const query: UserQuery = {
    where: sql`${visible} AND ${filterToSql(parsed, USERS)}`,
    ways: waysOf(parsed),
    ...{ order: null, isDescending: false, limit: Number.MAX_SAFE_INTEGER, after: null },
  }
  return searchDirectory(service, (searcher) => countFound(searcher, query))
}
