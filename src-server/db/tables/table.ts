import {
  DataTypes,
  Sequelize,
  type CreationAttributes,
  type InferAttributes,
  type Model,
  type ModelAttributes,
  type ModelStatic,
} from 'sequelize'
import { describe } from './described.ts'
import { notFound, type Kind } from '#contract/interface/api-error.ts'
import type { IdKind } from '#contract/interface/ids.ts'
import { listOf, toSql, valueIn, type Column } from './columns.ts'
import { EVERY_ROW, type RowChange } from '../change-set.ts'
import { insertMany } from '../bulk.ts'
import type { Reader } from '../connection.ts'
import type { SqlValue } from '../driver.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import type { WriteTransaction } from '../transaction.ts'

/** A column of the primary key; a new object each time, because Sequelize completes it in place. */
export const key = () => ({ type: DataTypes.TEXT, primaryKey: true })
export const TEXT = DataTypes.TEXT
export const INTEGER = DataTypes.INTEGER
export const BOOLEAN = DataTypes.BOOLEAN
export const JSON_TEXT = DataTypes.JSON
export const BLOB = DataTypes.BLOB

/** Rows that one statement updates. */
const AT_ONCE = 500

/** Holds the definitions and never connects: a definition serves every open workspace. */
const definitions = new Sequelize({ dialect: 'sqlite', dialectModule: {}, logging: false })

interface TableOptions<Row> {
  table: string
  /** How an error names what is missing (spec/4 §3.6), and the kind of the ids that cursors hold; absent for rows without an id. */
  kind?: { error: Kind; id: IdKind }
  /** The attribute by which a change set knows a row; absent: its first key. */
  owner?: keyof Row & string
}

/** A table of whatever rows, for what is done to many at once. */
export type ValueTable = Pick<Table<object>, 'updateWhere' | 'count'>

/** A row of a model: what {@link Table} reads and writes. */
export type RecordOf<M extends Model> = InferAttributes<M>

/**
 * A table of the workspace, derived from its Sequelize model: columns, record type, row mapping (camel case, JSON, booleans) and
 * prepared statements. The only code that writes the table, so that the change set of a transaction is complete.
 */
export class Table<Row extends object, NewRow extends object = Row> {
  readonly name: string
  readonly #columns: readonly Column[]
  readonly #converted: readonly Column[]
  readonly #keys: readonly Column[]
  readonly #kind: TableOptions<Row>['kind']
  readonly #owner: string
  readonly #byKey: string
  /** WHY kept: writing the list for each statement shows in a profile. */
  readonly #lists = new Map<string | undefined, string>()

  constructor(columns: readonly Column[], keys: readonly Column[], options: TableOptions<Row>) {
    this.name = options.table
    this.#columns = columns
    this.#converted = columns.filter(({ type }) => type !== 'plain')
    this.#keys = keys
    this.#kind = options.kind
    this.#owner = options.owner ?? (keys[0] as Column).attribute
    this.#byKey = keys.map(({ name }) => `${name} = ?`).join(' AND ')
  }

  /** The list of columns for a SELECT that {@link fromRow} reads. @param alias of the table in that SELECT */
  select(alias?: string): string {
    const known = this.#lists.get(alias)
    if (known !== undefined) return known
    const list = listOf(this.#columns, alias)
    this.#lists.set(alias, list)
    return list
  }

  /** As {@link select}, of some columns: each costs where a row is read often. */
  selectOnly(attributes: readonly (keyof Row & string)[], alias?: string): string {
    return listOf(
      this.#columns.filter(({ attribute }) => attributes.includes(attribute as keyof Row & string)),
      alias,
    )
  }

  /** A record of a row that was read with the columns of {@link select}; further columns stay as they are. */
  fromRow<More extends object = Row>(row: object): More {
    const values = row as Record<string, unknown>
    for (const { attribute, type } of this.#converted) {
      const value = values[attribute]
      values[attribute] =
        type === 'boolean' ? value === 1 : value === null ? null : (JSON.parse(value as string) as unknown)
    }
    return values as More
  }

  /** Records in the order of a tail such as `WHERE name = ? ORDER BY id`. */
  async all(reader: Reader, tail = '', params: readonly SqlValue[] = []): Promise<Row[]> {
    const rows = await reader.all<object>(`SELECT ${this.select()} FROM ${this.name} ${tail}`, params)
    return rows.map((row) => this.fromRow<Row>(row))
  }

  async first(reader: Reader, tail: string, params: readonly SqlValue[] = []): Promise<Row | undefined> {
    return (await this.all(reader, `${tail} LIMIT 1`, params))[0]
  }

  get(reader: Reader, ...key: readonly string[]): Promise<Row | undefined> {
    return this.first(reader, `WHERE ${this.#byKey}`, key)
  }

  /** Several by their ids, in one statement; those that are gone lack. */
  async byId(reader: Reader, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, Row>> {
    const rows = await this.all(reader, 'WHERE id IN (SELECT value FROM json_each(?))', [JSON.stringify(ids)])
    return new Map(rows.map((row) => [(row as { id: string }).id, row]))
  }

  /** @throws ApiError E0000007 */
  async require(reader: Reader, id: string): Promise<Row> {
    return (await this.get(reader, id)) ?? this.missing(id)
  }

  /** @throws ApiError E0000007 */
  missing(id: string): never {
    if (!this.#kind) throw new Error(`rows of ${this.name} have no kind`)
    throw notFound(id, this.#kind.error)
  }

  async exists(reader: Reader, condition: string, params: readonly SqlValue[] = []): Promise<boolean> {
    return (await reader.first(`SELECT 1 FROM ${this.name} WHERE ${condition} LIMIT 1`, params)) !== undefined
  }

  async count(reader: Reader, condition = '1', params: readonly SqlValue[] = []): Promise<number> {
    const sql = `SELECT count(*) AS count FROM ${this.name} WHERE ${condition}`
    return (await reader.first<{ count: number }>(sql, params))?.count ?? 0
  }

  /** A page in the order of ids. @throws ApiError E0000029 for a cursor that is no id of the kind */
  async page(
    reader: Reader,
    { limit, after }: { limit: number; after?: string | undefined },
    condition = '1',
    params: readonly SqlValue[] = [],
  ): Promise<Page<Row>> {
    if (!this.#kind) throw new Error(`rows of ${this.name} have no kind`)
    const tail = `WHERE id > ? AND ${condition} ORDER BY id LIMIT ?`
    const rows = await this.all(reader, tail, [startAfter(this.#kind.id, after), ...params, limit + 1])
    return cutPage(rows, limit, (row) => (row as { id: string }).id)
  }

  /**
   * Inserts a record; columns that it leaves out get the table's default.
   * @param options.ifAbsent leaves a row with the same key as it is, in place of an error
   * @returns whether it went in
   */
  async insert(tx: WriteTransaction, record: NewRow, { ifAbsent = false } = {}): Promise<boolean> {
    const { names, values } = this.#given(record)
    const marks = names.map(() => '?').join(', ')
    const sql = `INSERT ${ifAbsent ? 'OR IGNORE ' : ''}INTO ${this.name} (${names.join(', ')}) VALUES (${marks})`
    return (await tx.write(this.name, this.#ownerOf(record), sql, values, this.#rowOf(record, 'inserted'))) > 0
  }

  /** Inserts many records in a few statements; listeners see that any row of the table may have changed. */
  async insertMany(
    tx: WriteTransaction,
    records: Iterable<NewRow>,
    columnsOf?: readonly (keyof Row & string)[],
  ): Promise<number> {
    const columns = columnsOf
      ? this.#columns.filter(({ attribute }) => columnsOf.includes(attribute as never))
      : this.#columns
    const rows = function* () {
      for (const record of records) yield columns.map((column) => toSql(column, record) as string | number | null)
    }
    const run = (sql: string, params: readonly SqlValue[]) => tx.write(this.name, EVERY_ROW, sql, params)
    return insertMany(
      { run },
      this.name,
      columns.map(({ name }) => name),
      rows(),
    )
  }

  /** Changes some columns of a record. @returns the record as it is then */
  async update(tx: WriteTransaction, record: Row, changes: Partial<Row>): Promise<Row> {
    const { names, values, attributes } = this.#given(changes)
    if (names.length === 0) return record
    const assignments = names.map((name) => `${name} = ?`).join(', ')
    const sql = `UPDATE ${this.name} SET ${assignments} WHERE ${this.#byKey}`
    const params = [...values, ...this.#keyOf(record)]
    await tx.write(this.name, this.#ownerOf(record), sql, params, this.#rowOf(record, new Set(attributes)))
    return { ...record, ...changes }
  }

  /** The columns that a record gives, with their values. */
  #given(record: object) {
    const columns = this.#columns.filter(({ attribute }) => valueIn(record, attribute) !== undefined)
    return {
      names: columns.map(({ name }) => name),
      values: columns.map((column) => toSql(column, record)),
      attributes: columns.map(({ attribute }) => attribute),
    }
  }

  /**
   * Writes some columns of many records, by their keys, in a few statements; listeners see that any row of the table may have changed.
   * @param records as they are to be; they hold the key and the columns
   */
  async updateMany(
    tx: WriteTransaction,
    records: readonly Partial<Row>[],
    attributes: readonly (keyof Row & string)[],
  ): Promise<number> {
    const columns = this.#columns.filter(({ attribute }) => attributes.includes(attribute as never))
    const given = (at: number) => `given.value ->> ${at}`
    const assignments = columns.map(({ name }, at) => `${name} = ${given(at)}`).join(', ')
    const keys = this.#keys.map(({ name }, at) => `${this.name}.${name} = ${given(columns.length + at)}`).join(' AND ')
    const sql = `UPDATE ${this.name} SET ${assignments} FROM json_each(?) AS given WHERE ${keys}`
    let count = 0
    for (let from = 0; from < records.length; from += AT_ONCE) {
      const rows = records
        .slice(from, from + AT_ONCE)
        .map((record) => [...columns, ...this.#keys].map((column) => toSql(column, record) as string | number | null))
      count += await tx.write(this.name, EVERY_ROW, sql, [JSON.stringify(rows)])
    }
    return count
  }

  /**
   * Changes many rows in one statement; listeners see that any row of the table may have changed.
   * @param assignments SQL after SET; its marks are the first of the params @returns how many rows
   */
  updateWhere(
    tx: WriteTransaction,
    assignments: string,
    condition: string,
    params: readonly SqlValue[],
  ): Promise<number> {
    const sql = `UPDATE ${this.name} SET ${assignments} WHERE ${condition}`
    return tx.write(this.name, EVERY_ROW, sql, params)
  }

  /** @returns whether the row was there */
  async remove(tx: WriteTransaction, record: Partial<Row>): Promise<boolean> {
    const sql = `DELETE FROM ${this.name} WHERE ${this.#byKey}`
    const row = this.#rowOf(record, 'removed')
    return (await tx.write(this.name, this.#ownerOf(record), sql, this.#keyOf(record), row)) > 0
  }

  /** Removes so many of the rows that a condition names; listeners see that any row may be gone. @returns how many went */
  removeSome(tx: WriteTransaction, condition: string, params: readonly SqlValue[], limit: number): Promise<number> {
    const keys = this.#keys.map(({ name }) => name).join(', ')
    const sql = `DELETE FROM ${this.name} WHERE (${keys}) IN (SELECT ${keys} FROM ${this.name} WHERE ${condition} LIMIT ?)`
    return tx.write(this.name, EVERY_ROW, sql, [...params, limit])
  }

  /** For the change set; nothing for rows without an id of their own. */
  #rowOf(record: object, change: RowChange): readonly [string, RowChange] | undefined {
    const id = valueIn(record, 'id')
    return typeof id === 'string' ? [id, change] : undefined
  }

  #keyOf(record: object): SqlValue[] {
    return this.#keys.map(({ attribute }) => valueIn(record, attribute) as string)
  }

  #ownerOf(record: object): string {
    return valueIn(record, this.#owner) as string
  }
}

/** Derives a table from its model. */
export function defineTable<M extends Model>(
  model: ModelStatic<M>,
  attributes: ModelAttributes<M, InferAttributes<M>>,
  options: TableOptions<InferAttributes<M>>,
): Table<InferAttributes<M>, CreationAttributes<M>> {
  const defined = model as unknown as typeof Model & { init: (columns: object, options: object) => void }
  defined.init(attributes, { sequelize: definitions, tableName: options.table, timestamps: false, underscored: true })
  describe(options.table)
  const columns = Object.entries(model.getAttributes()).map(([attribute, column]): Column => {
    const { field = attribute, type } = column as { field?: string; type: { key: string } }
    return { attribute, name: field, type: type.key === 'JSON' ? 'json' : type.key === 'BOOLEAN' ? 'boolean' : 'plain' }
  })
  const keys = columns.filter(({ attribute }) => model.primaryKeyAttributes.includes(attribute))
  return new Table(columns, keys, options)
}
