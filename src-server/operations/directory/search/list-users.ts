import { Op } from 'sequelize'
import { invalidCursor, type Page } from '#db/page.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import { sqlCondition } from '#db/tables/table.ts'
import type { Service } from '../../service/service.ts'
import { findPeopleBeginning } from './name-prefix.sql.ts'
import { assertOneMode } from './one-mode.ts'
import { searchDirectory, type DirectoryQuery } from './search-directory.ts'
import { searchUsers } from './search-users.ts'

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
  return users.page(service.reader, query, {
    ...sqlCondition(condition),
    status: { [Op.ne]: 'DEPROVISIONED' },
  })
}

/** Those whose first name, last name, both, or email begin so; there is no second page. */
async function findUsers(
  service: Pick<Service, 'reader' | 'store'>,
  { q, limit, after }: ListQuery & { q: string },
): Promise<Page<UserRecord>> {
  if (after !== undefined) throw invalidCursor()
  const { condition } = service.reader.visible('read', 'user')
  const found = await searchDirectory(service, (searcher) => findPeopleBeginning(searcher, { condition, q, limit }))
  return { items: found, next: null }
}
