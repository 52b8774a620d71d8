import type { SqlValue } from '../driver.ts'

/** A column of a table, as its model defines it. */
export interface Column {
  /** Of the record, in camel case. */
  readonly attribute: string
  /** Of the table, in snake case. */
  readonly name: string
  readonly type: 'plain' | 'json' | 'boolean'
}

/** The list of columns for a SELECT, each by the name of its attribute. */
export const listOf = (columns: readonly Column[], alias?: string) =>
  columns
    .map(({ attribute, name }) => `${alias ? `${alias}.` : ''}${name}${name === attribute ? '' : ` AS ${attribute}`}`)
    .join(', ')

/** What a record holds of an attribute. */
export function valueIn(record: object, attribute: string): unknown {
  return (record as Record<string, unknown>)[attribute]
}

/** What of a record goes into a column. */
export function toSql({ attribute, type }: Column, record: object): SqlValue {
  const value = valueIn(record, attribute)
  if (value === null || value === undefined) return null
  if (type === 'json') return JSON.stringify(value)
  return type === 'boolean' ? Number(value) : (value as SqlValue)
}
