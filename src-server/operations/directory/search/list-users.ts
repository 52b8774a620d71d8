import { code, sql } from '#db/filter-sql-fragment.ts'
import { cutPage, invalidCursor, type Page } from '#db/page.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import type { Service } from '../../service/service.ts'
import { peopleBeginning } from './beginning.ts'
import { assertOneMode } from './one-mode.ts'
import { searchDirectory, type DirectoryQuery } from './search-directory.ts'
import { searchUsers } from './search-users.ts'

const NOT_DEPROVISIONED = `status <> 'DEPROVISIONED'`

interface ListQuery extends DirectoryQuery {
  q?: string | undefined
}

/**
 * People in one of four ways: by `search`, by `filter`, by the beginning of a name or email, or everybody who is not deprovisioned,
 * by id (spec/2 "User query options").
 * @throws ApiError E0000033 or E0000063 for two ways at once, and as {@link searchUsers}
 */
export async function listUsers(
  service: Pick<Service, 'reader' | 'store'>,
  query: ListQuery,
): Promise<Page<UserRecord>> {
  assertOneMode(query)
  const { q, search, filter } = query
  if (search !== undefined || filter !== undefined) return searchUsers(service, query)
  if (q !== undefined) return findUsers(service, { ...query, q })
  const { condition } = service.reader.visible('read', 'user')
  return users.pageBySql(service.reader, query, `${condition} AND ${NOT_DEPROVISIONED}`)
}

/** Those whose first name, last name, both, or email begin so; there is no second page. */
async function findUsers(
  service: Pick<Service, 'reader' | 'store'>,
  { q, limit, after }: ListQuery & { q: string },
): Promise<Page<UserRecord>> {
  if (after !== undefined) throw invalidCursor()
  const { condition } = service.reader.visible('read', 'user')
  const { text, params } = sql`SELECT ${code(users.select())} FROM users
    WHERE ${code(condition)} AND ${code(NOT_DEPROVISIONED)} AND id IN (${peopleBeginning(q, ['first_name', 'last_name', 'email'])})
    ORDER BY last_name, first_name, id LIMIT ${limit}`
  const rows = await searchDirectory(service, (searcher) => searcher.all<object>(text, params))
  return cutPage(
    rows.map((row) => users.fromRow<UserRecord>(row)),
    limit,
    ({ id }) => id,
  )
}
