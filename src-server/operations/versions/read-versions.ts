import { notFound } from '#contract/interface/api-error.ts'
import { VERSION_KINDS, type VersionKind } from '#contract/gatehouse/version.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { cutPage, invalidCursor, type Page } from '#db/page.ts'
import { objectVersions, type ObjectVersionRow } from '#db/tables/object-versions.ts'
import { findVersions, type VersionFilter } from './read-versions.sql.ts'

interface VersionQuery extends Omit<VersionFilter, 'kinds'> {
  /** Absent: all. */
  kind?: VersionKind | undefined
  limit: number
  after?: string | undefined
}

/** Versions by a query, the newest first. @throws ApiError E0000029 */
export async function listVersions(
  reader: Reader,
  { kind, limit, after, ...filter }: VersionQuery,
): Promise<Page<ObjectVersionRow>> {
  if (after !== undefined && !isNumber(after)) throw invalidCursor()
  const kinds = kind ? [kind] : VERSION_KINDS
  const { condition: visible } = reader.visible('read', 'objectVersion')
  const before = after === undefined ? undefined : Number(after)
  const rows = await findVersions(reader, { ...filter, kinds }, { visible, before, limit: limit + 1 })
  return cutPage(rows, limit, (row) => String(row.id))
}

const isNumber = (text: string) => /^\d{1,15}$/.test(text)

/** @throws ApiError E0000007 */
export async function requireVersion(reader: Reader, id: string): Promise<ObjectVersionRow> {
  const found = isNumber(id) ? await objectVersions.findOne(reader, { where: { id: Number(id) } }) : undefined
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
