import { insertMany } from '../bulk.ts'
import { EVERY_ROW, type RowChange } from '../change-set.ts'
import type { SqlValue } from '../driver.ts'
import type { WriteTransaction } from '../transaction.ts'
import { toSql, valueIn, type Column } from './columns.ts'

/*
 * Writes to many rows of a table by one statement, for which a model has no form. Listeners of commits see that any row of the table
 * may have changed; the change set has the ids of those that did, for versions.
 */

/** Rows that one statement updates. */
const AT_ONCE = 500

const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => name)
const rowOf = (columns: readonly Column[], record: object) =>
  columns.map((column) => toSql(column, record) as string | number | null)

const run = (tx: WriteTransaction, table: string, sql: string, params: readonly SqlValue[]) =>
  tx.write(table, EVERY_ROW, sql, params)

/** The columns of a table that a write is about. @property id that of the ids of its rows; absent where rows have none */
interface Written {
  readonly columns: readonly Column[]
  readonly id: Column | undefined
}

/** Notes rows that were written with others. */
function noteRows(tx: WriteTransaction, table: string, ids: Iterable<unknown>, change: RowChange): void {
  for (const id of ids) if (typeof id === 'string') tx.changes.noteRow(table, id, change)
}

/** Inserts records. @returns how many */
export async function insertRecords(
  tx: WriteTransaction,
  table: string,
  { columns, id }: Written,
  records: Iterable<object>,
): Promise<number> {
  const ids: unknown[] = []
  const rows = function* () {
    for (const record of records) {
      if (id) ids.push(valueIn(record, id.attribute))
      yield rowOf(columns, record)
    }
  }
  const runner = { run: (sql: string, params: readonly SqlValue[]) => run(tx, table, sql, params) }
  const count = await insertMany(runner, table, namesOf(columns), rows())
  noteRows(tx, table, ids, 'inserted')
  return count
}

/** Writes some columns of records, by their keys. @returns how many rows changed */
export async function updateRecords(
  tx: WriteTransaction,
  table: string,
  { columns, keys, id }: Written & { keys: readonly Column[] },
  records: readonly object[],
): Promise<number> {
  const given = (at: number) => `given.value ->> ${at}`
  const assignments = columns.map(({ name }, at) => `${name} = ${given(at)}`).join(', ')
  const condition = keys.map(({ name }, at) => `${table}.${name} = ${given(columns.length + at)}`).join(' AND ')
  const sql = `UPDATE ${table} SET ${assignments} FROM json_each(?) AS given WHERE ${condition}`
  let count = 0
  for (let from = 0; from < records.length; from += AT_ONCE) {
    const rows = records.slice(from, from + AT_ONCE).map((record) => rowOf([...columns, ...keys], record))
    count += await run(tx, table, sql, [JSON.stringify(rows)])
  }
  const ids = id ? records.map((record) => valueIn(record, id.attribute)) : []
  noteRows(tx, table, ids, new Set(columns.map(({ attribute }) => attribute)))
  return count
}

/** What one statement sets, in SQL whose placeholders are the first of the params. @property attribute the one that it changes */
export interface Assignment<Attribute extends string = string> {
  readonly attribute: Attribute
  readonly value: string
  readonly condition: string
  readonly params: readonly SqlValue[]
}

/** Sets a column by SQL. @returns how many rows changed */
export async function updateWhere(
  tx: WriteTransaction,
  table: string,
  { columns: [column], id }: Written,
  { value, condition, params }: Omit<Assignment, 'attribute'>,
): Promise<number> {
  if (!column) throw new Error(`no column of ${table} is to be set`)
  const sql = `UPDATE ${table} SET ${column.name} = ${value} WHERE ${condition} RETURNING ${id ? id.name : '1'} AS id`
  const rows = await tx.writeReturning<{ id: unknown }>(table, EVERY_ROW, sql, params)
  if (id)
    noteRows(
      tx,
      table,
      rows.map((row) => row.id),
      new Set([column.attribute]),
    )
  return rows.length
}

/** Removes up to `limit` rows that have a value in one column. @returns how many were removed */
export function removeSome(
  tx: WriteTransaction,
  table: string,
  { columns, keys }: { columns: readonly Column[]; keys: readonly Column[] },
  value: string,
  limit: number,
): Promise<number> {
  const key = namesOf(keys).join(', ')
  const some = `SELECT ${key} FROM ${table} WHERE ${namesOf(columns).join()} = ? LIMIT ?`
  return run(tx, table, `DELETE FROM ${table} WHERE (${key}) IN (${some})`, [value, limit])
}
