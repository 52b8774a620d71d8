import { notFound } from '#contract/interface/api-error.ts'
import { VERSION_KINDS, type VersionKind } from '#contract/gatehouse/version.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { cutPage, invalidCursor, type Page } from '#db/page.ts'
import { objectVersions, type ObjectVersionRow } from '#db/tables/object-versions.ts'
import type { SqlValue } from '#db/driver.ts'

interface VersionQuery {
  kind?: VersionKind | undefined
  /** Of the object itself. */
  id?: string | undefined
  /** Of what it belongs to. */
  parent?: string | undefined
  /** Of the object, of what belongs to it, or of the mappings of an application. */
  about?: string | undefined
  deleted: boolean
  limit: number
  after?: string | undefined
}

const IS_LAST = `NOT EXISTS (SELECT 1 FROM object_versions AS later
  WHERE later.kind = object_versions.kind AND later.object_id = object_versions.object_id
    AND later.version > object_versions.version)`

/** A mapping that was removed holds nothing, but has versions that did. */
const IS_ABOUT = `(object_id = ? OR parent_id = ? OR object_id IN (SELECT mapping.object_id FROM object_versions AS mapping
  WHERE mapping.kind = 'mapping' AND mapping.body ->> 'appId' = ?))`

type Condition = readonly [sql: string, ...params: SqlValue[]]

/** Versions by a query, the newest first. @throws ApiError E0000029 */
export async function listVersions(
  reader: Reader,
  { kind, id, parent, about, deleted, limit, after }: VersionQuery,
): Promise<Page<ObjectVersionRow>> {
  if (after !== undefined && !isNumber(after)) throw invalidCursor()
  const kinds = JSON.stringify(kind ? [kind] : VERSION_KINDS)
  const conditions: Condition[] = [
    [reader.visible('read', 'objectVersion').condition],
    ['kind IN (SELECT value FROM json_each(?))', kinds],
    ...(id === undefined ? [] : [['object_id = ?', id] as const]),
    ...(parent === undefined ? [] : [['parent_id = ?', parent] as const]),
    ...(about === undefined ? [] : [[IS_ABOUT, about, about, about] as const]),
    ...(deleted ? [[`action = 'deleted' AND ${IS_LAST}`] as const] : []),
    ...(after === undefined ? [] : [['id < ?', Number(after)] as const]),
  ]
  const tail = `WHERE ${conditions.map(([sql]) => sql).join(' AND ')} ORDER BY id DESC LIMIT ?`
  const rows = await objectVersions.all(reader, tail, [...conditions.flatMap(([, ...params]) => params), limit + 1])
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
  const tail = 'WHERE kind = ? AND object_id = ? ORDER BY version DESC'
  return (await objectVersions.first(reader, tail, [kind, objectId])) as ObjectVersionRow
}

/** One version of an object by its number. */
export function versionNumbered(
  reader: Reader,
  { kind, objectId }: Named,
  version: number,
): Promise<ObjectVersionRow | undefined> {
  return objectVersions.findOne(reader, { where: { kind, objectId, version } })
}
