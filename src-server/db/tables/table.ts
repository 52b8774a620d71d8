import {
  DataTypes,
  literal,
  Op,
  type Attributes,
  type CreationAttributes,
  type FindOptions,
  type InferAttributes,
  type Model,
  type ModelAttributes,
  type ModelStatic,
  type Transaction,
  type WhereOptions,
} from 'sequelize'
import { notFound, type Kind } from '#contract/interface/api-error.ts'
import type { IdKind } from '#contract/interface/ids.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import type { RowChange } from '../change-set.ts'
import type { ModelScope, Reader } from '../connection.ts'
import type { SqlValue } from '../driver.ts'
import { withDriverErrors } from '../errors.ts'
import type { WriteTransaction } from '../transaction.ts'
import { attributesOf, columnsOf, fromSql, jsonOf, listOf, toSql, valueIn, type Column } from './columns.ts'
import { describe } from './described.ts'
import { insertRecords, removeSome, updateRecords, updateWhere, type Assignment } from './many-rows.ts'

/** A column of the primary key. */
export const key = () => ({ type: DataTypes.TEXT, primaryKey: true })
export const TEXT = DataTypes.TEXT
export const INTEGER = DataTypes.INTEGER
export const BOOLEAN = DataTypes.BOOLEAN
export const JSON_TEXT = DataTypes.JSON
export const BLOB = DataTypes.BLOB

/** An SQL condition in addition to those on attributes, such as that of `reader.visible`; never with values from outside. */
export const sqlCondition = (condition: string) => ({ [Op.and]: [literal(condition)] })

/** The order of insertion, for `order`. */
export const ROWID = literal('rowid')

/** A query of a table: conditions and order as in Sequelize, over the attributes of a record. */
export type Find<Row> = Pick<FindOptions<Row>, 'where' | 'order' | 'limit'>

interface TableOptions<Row> {
  table: string
  /** The name of the object in errors (spec/4 §3.6), and the kind of the ids in cursors; absent for rows without an id. */
  kind?: { error: Kind; id: IdKind }
  /** The attribute that is the key of a row in change sets; absent: its first key. */
  owner?: keyof Row & string
}

/** A table with rows of any type, for operations on many rows. */
export type ValueTable = Pick<Table<{ profile: object | null }>, 'name' | 'updateWhere'>

/** What each read of a model is given. */
type ReadScope = { transaction: Transaction | null; raw: true }

/** A row of a model, as {@link Table} reads and writes it. */
export type RecordOf<M extends Model> = InferAttributes<M>

/** For inserts and updates: without Sequelize's validation; the contract has validated the values already. */
const PLAIN = { validate: false, hooks: false } as const

/**
 * A table of the workspace: a Sequelize model with plain objects as records. Each write is added to the change set of its transaction.
 * Nothing else writes the table.
 */
export class Table<Row extends object, NewRow extends object = Row> {
  readonly name: string
  readonly #bind: (scope: ModelScope) => ModelStatic<Model>
  readonly #columns: readonly Column[]
  readonly #converted: readonly Column[]
  readonly #keys: readonly Column[]
  /** That of the ids of rows: `id`, else the only key; undefined where several columns make the key. */
  readonly #id: Column | undefined
  readonly #kind: TableOptions<Row>['kind']
  readonly #owner: string

  /** @param bind returns the model for the Sequelize instance of a workspace */
  constructor(
    columns: readonly Column[],
    bind: (scope: ModelScope) => ModelStatic<Model>,
    { table, kind, owner }: TableOptions<Row>,
  ) {
    this.name = table
    this.#bind = bind
    this.#columns = columns
    this.#converted = columns.filter(({ type }) => type !== 'plain')
    this.#keys = columns.filter(({ isKey }) => isKey)
    this.#id =
      columns.find(({ attribute }) => attribute === 'id') ?? (this.#keys.length === 1 ? this.#keys[0] : undefined)
    this.#kind = kind
    this.#owner = owner ?? (this.#keys[0] as Column).attribute
  }

  async findAll({ models }: Pick<Reader, 'models'>, find: Find<Row> = {}): Promise<Row[]> {
    const rows = await this.#read(models, (model, scope) => model.findAll({ ...(find as FindOptions), ...scope }))
    return rows.map((row) => this.fromRow<Row>(row))
  }

  async findOne(reader: Pick<Reader, 'models'>, find: Find<Row>): Promise<Row | undefined> {
    return (await this.findAll(reader, { ...find, limit: 1 }))[0]
  }

  get(reader: Pick<Reader, 'models'>, ...key: readonly string[]): Promise<Row | undefined> {
    const where = Object.fromEntries(this.#keys.map(({ attribute }, at) => [attribute, key[at]]))
    return this.findOne(reader, { where: where as WhereOptions<Row> })
  }

  /** @throws ApiError E0000007 */
  async require(reader: Pick<Reader, 'models'>, id: string): Promise<Row> {
    return (await this.get(reader, id)) ?? this.missing(id)
  }

  /** @throws ApiError E0000007 */
  missing(id: string): never {
    if (!this.#kind) throw new Error(`rows of ${this.name} have no kind`)
    throw notFound(id, this.#kind.error)
  }

  /** Records for the end of a SELECT such as `WHERE name = ? ORDER BY id`, with SQL of our own. */
  async all(reader: Pick<Reader, 'all'>, tail = '', params: readonly SqlValue[] = []): Promise<Row[]> {
    const rows = await reader.all<object>(`SELECT ${this.select()} FROM ${this.name} ${tail}`, params)
    return rows.map((row) => this.fromRow<Row>(row))
  }

  async first(reader: Pick<Reader, 'all'>, tail: string, params: readonly SqlValue[] = []): Promise<Row | undefined> {
    return (await this.all(reader, `${tail} LIMIT 1`, params))[0]
  }

  /** Several by their ids, in one statement; missing ones are left out. */
  async byId(reader: Pick<Reader, 'all'>, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, Row>> {
    const rows = await this.all(reader, 'WHERE id IN (SELECT value FROM json_each(?))', [JSON.stringify(ids)])
    return new Map(rows.map((row) => [(row as { id: string }).id, row]))
  }

  count({ models }: Pick<Reader, 'models'>, where: WhereOptions<Row> = {}): Promise<number> {
    return this.#read(models, (model, scope) => model.count({ where: where as WhereOptions, ...scope }))
  }

  async exists({ models }: Pick<Reader, 'models'>, where: WhereOptions<Row>): Promise<boolean> {
    const options = { where: where as WhereOptions, attributes: [this.#owner], limit: 1 }
    const rows = await this.#read(models, (model, scope) => model.findAll({ ...options, ...scope }))
    return rows.length > 0
  }

  /** A page ordered by id. @throws ApiError E0000029 for a cursor that is no id of the kind */
  async page(
    reader: Pick<Reader, 'models'>,
    { limit, after }: { limit: number; after?: string | undefined },
    where: WhereOptions<Row> = {},
  ): Promise<Page<Row>> {
    if (!this.#kind) throw new Error(`rows of ${this.name} have no kind`)
    const beyond = { id: { [Op.gt]: startAfter(this.#kind.id, after) } }
    const rows = await this.findAll(reader, {
      where: { [Op.and]: [beyond, where] } as WhereOptions<Row>,
      order: ['id'],
      limit: limit + 1,
    })
    return cutPage(rows, limit, (row) => (row as { id: string }).id)
  }

  /** Inserts a record; missing attributes get the default of their column. */
  async insert(tx: WriteTransaction, record: NewRow): Promise<void> {
    const create = async () => {
      const values = this.#given(record)
      await this.#bind(tx.models).create(values, { ...PLAIN, transaction: tx.models.transaction ?? null })
      return 1
    }
    await tx.change(
      this.name,
      this.#ownerOf(record),
      () => withDriverErrors(create()),
      this.#change(record, 'inserted'),
    )
  }

  /** As {@link insert}, unless a row has the same values in unique columns. @returns whether it was inserted */
  async insertIfAbsent(tx: WriteTransaction, record: NewRow): Promise<boolean> {
    const columns = this.#columns.filter(({ attribute }) => valueIn(record, attribute) !== undefined)
    const marks = columns.map(() => '?').join(', ')
    const names = columns.map(({ name }) => name).join(', ')
    // WHY not the model: it does not say whether the row went in.
    const sql = `INSERT OR IGNORE INTO ${this.name} (${names}) VALUES (${marks})`
    const values = columns.map((column) => toSql(column, record))
    const change = this.#change(record, 'inserted')
    return (await tx.write(this.name, this.#ownerOf(record), sql, values, change)) > 0
  }

  /** Changes some columns of a record. @returns the record after the change */
  async update(tx: WriteTransaction, record: Row, changes: Partial<Row>): Promise<Row> {
    const values = this.#given(changes)
    const attributes = Object.keys(values)
    if (attributes.length === 0) return record
    const update = async () => {
      const options = { ...PLAIN, where: this.#keyOf(record), transaction: tx.models.transaction ?? null }
      const [count] = await this.#bind(tx.models).update(values, options)
      return count
    }
    const change = this.#change(record, new Set(attributes))
    await tx.change(this.name, this.#ownerOf(record), () => withDriverErrors(update()), change)
    return { ...record, ...changes }
  }

  /** @returns whether the row existed */
  async remove(tx: WriteTransaction, record: Partial<Row>): Promise<boolean> {
    const condition = this.#keys.map(({ name }) => `${name} = ?`).join(' AND ')
    // WHY not the model: it looks for words of other statements in the text of a DELETE, of which the key would be a part.
    const sql = `DELETE FROM ${this.name} WHERE ${condition}`
    const key = this.#keys.map((column) => toSql(column, record))
    return (await tx.write(this.name, this.#ownerOf(record), sql, key, this.#change(record, 'removed'))) > 0
  }

  /** Inserts many records in a few statements; listeners see that any row of the table may have changed. */
  insertMany(
    tx: WriteTransaction,
    records: Iterable<NewRow>,
    attributes?: readonly (keyof Row & string)[],
  ): Promise<number> {
    const columns = attributes ? this.#some(attributes) : this.#columns
    return insertRecords(tx, this.name, { columns, id: this.#id }, records)
  }

  /** Writes some columns of many records, given with their keys; listeners see that any row may have changed. */
  updateMany(
    tx: WriteTransaction,
    records: readonly Partial<Row>[],
    attributes: readonly (keyof Row & string)[],
  ): Promise<number> {
    return updateRecords(tx, this.name, { columns: this.#some(attributes), keys: this.#keys, id: this.#id }, records)
  }

  /** Sets a column by SQL; listeners see that any row may have changed. */
  updateWhere(tx: WriteTransaction, assignment: Assignment<keyof Row & string>): Promise<number> {
    return updateWhere(tx, this.name, { columns: this.#some([assignment.attribute]), id: this.#id }, assignment)
  }

  /** Removes up to `limit` rows with a value; listeners see that any row may be removed. @returns how many were removed */
  removeSome(tx: WriteTransaction, attribute: keyof Row & string, value: string, limit: number): Promise<number> {
    return removeSome(tx, this.name, { columns: this.#some([attribute]), keys: this.#keys }, value, limit)
  }

  /** The list of columns for SQL of our own, for {@link fromRow}. @param alias of the table in it */
  select(alias?: string): string {
    return listOf(this.#columns, alias)
  }

  /** As {@link select}, for some columns. */
  selectOnly(attributes: readonly (keyof Row & string)[], alias?: string): string {
    return listOf(this.#some(attributes), alias)
  }

  /**
   * The SQL of a row as a JSON object by its attributes, for versions.
   * @param omitted attributes that it does not have
   * @param values SQL in place of a column, by attribute
   */
  json(omitted: readonly (keyof Row & string)[], alias: string, values?: Readonly<Record<string, string>>): string {
    const left = this.#columns.filter(({ attribute }) => !omitted.some((one) => one === attribute))
    return jsonOf(left, alias, values)
  }

  /** The names of the columns of attributes. */
  namesOf(attributes: readonly (keyof Row & string)[]): string[] {
    return this.#some(attributes).map(({ name }) => name)
  }

  /** The names of all attributes. */
  get attributes(): readonly (keyof Row & string)[] {
    return this.#columns.map(({ attribute }) => attribute as keyof Row & string)
  }

  /** A record from a row with the columns of {@link select}; other columns are unchanged. */
  fromRow<More extends object = Row>(row: object): More {
    return fromSql(this.#converted, row) as More
  }

  /** Reads with the model of a workspace, in the transaction of the reader. */
  #read<T>(models: ModelScope, work: (model: ModelStatic<Model>, scope: ReadScope) => PromiseLike<T>): Promise<T> {
    const { transaction = null, run = (read) => read() } = models
    return run(() => withDriverErrors(work(this.#bind(models), { transaction, raw: true })))
  }

  #some(attributes: readonly string[]): Column[] {
    return this.#columns.filter(({ attribute }) => attributes.includes(attribute))
  }

  /** The values of a record for the attributes of the table. */
  #given(record: object): Record<string, unknown> {
    const given = this.#columns.filter(({ attribute }) => valueIn(record, attribute) !== undefined)
    return Object.fromEntries(given.map(({ attribute }) => [attribute, valueIn(record, attribute)]))
  }

  /** For the change set; undefined for rows without an id of their own. */
  #change(record: object, change: RowChange): readonly [string, RowChange] | undefined {
    const id = this.#id && valueIn(record, this.#id.attribute)
    return typeof id === 'string' ? [id, change] : undefined
  }

  #keyOf(record: object): WhereOptions {
    return Object.fromEntries(this.#keys.map(({ attribute }) => [attribute, valueIn(record, attribute)]))
  }

  #ownerOf(record: object): string {
    return valueIn(record, this.#owner) as string
  }
}

/** The model of a table in one open workspace; its definition is shared by all workspaces. */
const binder =
  (model: typeof Model, attributes: ModelAttributes<never>, tableName: string) =>
  ({ sequelize }: ModelScope): ModelStatic<Model> => {
    const known = sequelize.models[tableName]
    if (known) return known
    const options = { sequelize, modelName: tableName, tableName, timestamps: false } as const
    return class extends model {}.init(attributesOf(attributes), options)
  }

/** Defines a table by its model. */
export function defineTable<M extends Model>(
  model: ModelStatic<M>,
  attributes: ModelAttributes<M, Attributes<M>>,
  options: TableOptions<InferAttributes<M>>,
): Table<InferAttributes<M>, CreationAttributes<M>> {
  describe(options.table)
  const bind = binder(model as unknown as typeof Model, attributes as ModelAttributes<never>, options.table)
  return new Table(columnsOf(attributes), bind, options)
}
