import { code, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import { jsonPath } from '#db/json-path.ts'
import type { Attribute } from '#filter/index.ts'
import { INDEXED, valueName, type IndexedColumn } from './user-index.sql.ts'

/**
 * The order of people by an attribute, then by id: those without a value last. A key is a text, a number, or bytes for a truth; of a
 * list, that of its first element.
 */
export interface UserOrder {
  /** The key of person `u`, null where there is none. */
  readonly key: Fragment
  /** Whether somebody may have none. */
  readonly isOptional: boolean
  /** An index in the order of keys, then ids: a source that ends in person `u`, its condition, and its columns. */
  readonly index: { from: Fragment; where: Fragment; key: Fragment; id: Fragment }
}

/** @returns null for ids, which are sorted by themselves */
export function orderBy(attribute: Attribute): UserOrder | null {
  if (attribute.path === 'id') return null
  const place = INDEXED[attribute.path]
  return place ? orderByColumn(place) : orderByValue(valueName(attribute) ?? '')
}

function orderByColumn({ column, isText, isOptional = false }: IndexedColumn): UserOrder {
  return {
    key: code(isText ? `lower(u.${column})` : `u.${column}`),
    isOptional,
    index: {
      from: code('users u'),
      where: code(isOptional ? `u.${column} IS NOT NULL` : '1'),
      key: code(`u.${column}`),
      id: code('u.id'),
    },
  }
}

/** The sort key of objects that hold an attribute in JSON: see {@link UserOrder}. @param document the column, such as `g.profile` */
export function keyInDocument(document: string, name: string): Fragment {
  const path = jsonPath(name)
  const held = code(document)
  const at = (place: string) => keySql(sql`json_type(${held}, ${place})`, sql`(${held} ->> ${place})`)
  return sql`CASE json_type(${held}, ${path}) WHEN 'array' THEN ${at(`${path}[0]`)} ELSE ${at(path)} END`
}

function orderByValue(name: string): UserOrder {
  return {
    key: keyInDocument('u.profile', name),
    isOptional: true,
    index: {
      from: code('user_values v CROSS JOIN users u ON u.id = v.user_id'),
      where: sql`v.attribute = ${name} AND v.is_first = 1`,
      key: code('v.value'),
      id: code('v.user_id'),
    },
  }
}

/** The sort key of a value; the same as the triggers of `user_values` write. */
const keySql = (type: Fragment, value: Fragment) => sql`CASE ${type}
  WHEN 'text' THEN lower(substr(${value}, 1, 255))
  WHEN 'integer' THEN CAST(${value} AS REAL) WHEN 'real' THEN CAST(${value} AS REAL)
  WHEN 'false' THEN x'00' WHEN 'true' THEN x'01' END`
