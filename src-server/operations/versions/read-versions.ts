import { notFound } from '#contract/interface/api-error.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { cutPage, invalidCursor, type Page } from '#db/page.ts'
import { objectVersions, type ObjectVersionRow } from '#db/tables/object-versions.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { readableVersions, type HasScope } from './access.ts'
import { findVersions, type VersionFilter } from './read-versions.sql.ts'

interface VersionQuery extends VersionFilter {
  limit: number
  after?: string | undefined
}

/** Versions by a query that the caller may read, the newest first. @throws ApiError E0000029 */
export async function listVersions(
  reader: Reader,
  hasScope: HasScope,
  { limit, after, ...filter }: VersionQuery,
): Promise<Page<ObjectVersionRow>> {
  if (after !== undefined && !isNumber(after)) throw invalidCursor()
  const visible = readableVersions(reader, hasScope, filter.kind && [filter.kind])
  const before = after === undefined ? undefined : Number(after)
  const rows = await findVersions(reader, filter, { visible, before, limit: limit + 1 })
  return cutPage(rows, limit, (row) => String(row.id))
}

const isNumber = (text: string) => /^\d{1,15}$/.test(text)

/** @throws ApiError E0000007 for one that there is not, and for one that the caller may not read */
export async function requireVersion(reader: Reader, hasScope: HasScope, id: string): Promise<ObjectVersionRow> {
  const where = { id: Number(id), ...sqlCondition(readableVersions(reader, hasScope)) }
  const found = isNumber(id) ? await objectVersions.findOne(reader, { where }) : undefined
  if (!found) throw notFound(id, 'ObjectVersion')
  return found
}

type Named = Pick<ObjectVersionRow, 'kind' | 'objectId'>

/** The newest version of an object that has some. */
export async function newestVersion(reader: Reader, { kind, objectId }: Named): Promise<ObjectVersionRow> {
  const newest = await objectVersions.findOne(reader, { where: { kind, objectId }, order: [['version', 'DESC']] })
  return newest as ObjectVersionRow
}

/** One version of an object by its number. */
export function versionNumbered(
  reader: Reader,
  { kind, objectId }: Named,
  version: number,
): Promise<ObjectVersionRow | undefined> {
  return objectVersions.findOne(reader, { where: { kind, objectId, version } })
}
