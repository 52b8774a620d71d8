import { DataTypes, type Model, type ModelAttributes } from 'sequelize'
import type { SqlValue } from '../driver.ts'

/** A column of a table, as its model defines it. */
export interface Column {
  /** Of the record, in camel case. */
  readonly attribute: string
  /** Of the table, in snake case. */
  readonly name: string
  readonly type: 'plain' | 'json' | 'boolean'
  readonly isKey: boolean
}

const snakeCase = (attribute: string) => attribute.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function columnType(type: unknown): Column['type'] {
  if (type === DataTypes.JSON) return 'json'
  return type === DataTypes.BOOLEAN ? 'boolean' : 'plain'
}

/** The columns of a model's attributes. */
export function columnsOf<M extends Model>(attributes: ModelAttributes<M>): Column[] {
  return Object.entries(attributes).map(([attribute, definition]) => {
    const { type = definition, primaryKey = false } = definition as { type?: unknown; primaryKey?: boolean }
    return { attribute, name: snakeCase(attribute), type: columnType(type), isKey: primaryKey }
  })
}

/** The attributes of a model with the names of their columns; new objects each time, because Sequelize completes them in place. */
export function attributesOf<M extends Model>(attributes: ModelAttributes<M>): ModelAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([attribute, definition]) => {
      const options = typeof definition === 'object' && 'type' in definition ? definition : { type: definition }
      return [attribute, { ...options, field: snakeCase(attribute) }]
    }),
  ) as ModelAttributes
}

/** The list of columns for a SELECT, each with the name of its attribute. */
export const listOf = (columns: readonly Column[], alias?: string) =>
  columns
    .map(({ attribute, name }) => `${alias ? `${alias}.` : ''}${name}${name === attribute ? '' : ` AS ${attribute}`}`)
    .join(', ')

/**
 * The SQL of a JSON object with the values of a row by their attributes, in the order of the table.
 * @param values SQL in place of a column, by attribute
 */
export const jsonOf = (columns: readonly Column[], alias: string, values: Readonly<Record<string, string>> = {}) =>
  `json_object(${columns
    .map((column) => `'${column.attribute}', ${values[column.attribute] ?? jsonValue(column, alias)}`)
    .join(', ')})`

function jsonValue({ name, type }: Column, alias: string): string {
  const value = `${alias}.${name}`
  if (type === 'json') return `json(${value})`
  return type === 'boolean' ? `json(iif(${value}, 'true', 'false'))` : value
}

/** The value of an attribute in a record. */
export function valueIn(record: object, attribute: string): unknown {
  return (record as Record<string, unknown>)[attribute]
}

/** The value of a record for a column. */
export function toSql({ attribute, type }: Column, record: object): SqlValue {
  const value = valueIn(record, attribute)
  if (value === null || value === undefined) return null
  if (type === 'json') return JSON.stringify(value)
  return type === 'boolean' ? Number(value) : (value as SqlValue)
}

/** A record from a row with these columns by the names of their attributes; other values are unchanged. */
export function fromSql(columns: readonly Column[], row: object): object {
  const values = row as Record<string, unknown>
  for (const { attribute, type } of columns) {
    const value = values[attribute]
    if (type === 'boolean') values[attribute] = value === 1
    if (type === 'json') values[attribute] = value === null ? null : (JSON.parse(value as string) as unknown)
  }
  return values
}
