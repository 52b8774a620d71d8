import { ApiError } from '#contract/interface/api-error.ts'
import type { Permission } from '#contract/access/role-permissions.ts'
import type { LimitedKind } from '#contract/interface/permissions.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { isReached } from './within-limits.sql.ts'

/** Whether a permission of the caller reaches an object, given by its id. */
export async function isWithin(
  reader: Pick<Reader, 'rights' | 'first'>,
  kind: LimitedKind,
  id: string,
  permission: Permission,
): Promise<boolean> {
  const reach = reader.rights.reach(permission)
  if (reach === null || reach === 'all') return reach !== null
  return isReached(reader, kind, id, reach)
}

/** For what a body or a query names; what a path names is checked before. @throws ApiError E0000006 */
export async function assertWithin(
  reader: Pick<Reader, 'rights' | 'first'>,
  kind: LimitedKind,
  id: string,
  permission: Permission,
): Promise<void> {
  if (await isWithin(reader, kind, id, permission)) return
  throw new ApiError('E0000006', {
    causes: [{ errorSummary: `Your administrator roles do not permit ${permission} for ${id}.` }],
  })
}
