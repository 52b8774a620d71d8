import type { VersionKind } from '#contract/gatehouse/version.ts'
import { KINDS } from '#contract/kinds.ts'
import type { Visible } from '#audit-log/rights.ts'
import type { Reader } from '#db/connection.ts'
import type { SqlValue } from '#db/driver.ts'
import { objectVersions, type ObjectVersionRow } from '#db/tables/object-versions.ts'

/** A filter for versions; parts that are absent do not filter. */
export interface VersionFilter {
  /** Of one kind only. */
  kind?: VersionKind | undefined
  /** Of the object itself. */
  id?: string | undefined
  /** Of what it belongs to. */
  parent?: string | undefined
  /** Of the object, of what belongs to it, or of the mappings of an application. */
  about?: string | undefined
  /** Only the last versions of objects that are deleted. */
  deleted: boolean
}

const IS_LAST = `NOT EXISTS (SELECT 1 FROM object_versions AS later
  WHERE later.kind = object_versions.kind AND later.object_id = object_versions.object_id
    AND later.version > object_versions.version)`

/** A mapping that was removed holds nothing, but has versions that did. */
const IS_ABOUT = `(object_id = ? OR parent_id = ? OR object_id IN (SELECT mapping.object_id FROM object_versions AS mapping
  WHERE mapping.kind = 'mapping' AND mapping.body ->> 'appId' = ?))`

/**
 * The condition of the versions that a caller may see. @param kinds those of which they see anything @param app the applications that they
 * see: the schema of one is read by way of it
 */
export function visibleVersions(kinds: readonly { kind: VersionKind; visible: Visible }[], app: Visible): string {
  // WHY by the prefix: of a deleted application no more is seen than of one that is there.
  const ofApp = `object_id NOT LIKE '${KINDS.app.idPrefix}%' OR ${app.on('object_id')}`
  const readable = kinds.filter(({ visible }) => visible.isAny)
  const limits = readable.flatMap(({ kind, visible }) =>
    [visible.on('object_id'), ...(kind === 'schema' && app.on('object_id') !== '1' ? [ofApp] : [])]
      .filter((one) => one !== '1')
      .map((one) => `(kind <> '${kind}' OR ${one})`),
  )
  // WHY the sign: an index of kinds would be read for every version there is, to sort them.
  return [`+kind IN (${readable.map(({ kind }) => `'${kind}'`).join(', ')})`, ...limits].join(' AND ')
}

type Condition = readonly [sql: string, ...params: SqlValue[]]

/** Versions, the newest first. @param visible of the rights of the caller @param before the number behind which they begin */
export function findVersions(
  reader: Reader,
  { kind, id, parent, about, deleted }: VersionFilter,
  { visible, before, limit }: { visible: string; before: number | undefined; limit: number },
): Promise<ObjectVersionRow[]> {
  // WHY the sign: of the versions of one object, which are few, the index of kinds must not be read instead.
  const isOfOne = [id, parent, about].some((one) => one !== undefined)
  const conditions: Condition[] = [
    [visible],
    ...(kind === undefined ? [] : [[isOfOne ? '+kind = ?' : 'kind = ?', kind] as const]),
    ...(id === undefined ? [] : [['object_id = ?', id] as const]),
    ...(parent === undefined ? [] : [['parent_id = ?', parent] as const]),
    ...(about === undefined ? [] : [[IS_ABOUT, about, about, about] as const]),
    ...(deleted ? [[`action = 'deleted' AND ${IS_LAST}`] as const] : []),
    ...(before === undefined ? [] : [['id < ?', before] as const]),
  ]
  const tail = `WHERE ${conditions.map(([sql]) => sql).join(' AND ')} ORDER BY id DESC LIMIT ?`
  return objectVersions.all(reader, tail, [...conditions.flatMap(([, ...params]) => params), limit])
}
