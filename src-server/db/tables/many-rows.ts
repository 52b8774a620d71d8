import { insertMany } from '../bulk.ts'
import { EVERY_ROW } from '../change-set.ts'
import type { SqlValue } from '../driver.ts'
import type { WriteTransaction } from '../transaction.ts'
import { toSql, type Column } from './columns.ts'

/*
 * Writes to many rows of a table by one statement, for which a model has no form. Listeners of commits see that any row of the table
 * may have changed.
 */

/** Rows that one statement updates. */
const AT_ONCE = 500

const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => name)
const rowOf = (columns: readonly Column[], record: object) =>
  columns.map((column) => toSql(column, record) as string | number | null)

const run = (tx: WriteTransaction, table: string, sql: string, params: readonly SqlValue[]) =>
  tx.write(table, EVERY_ROW, sql, params)

/** Inserts records. @returns how many */
export function insertRecords(
  tx: WriteTransaction,
  table: string,
  columns: readonly Column[],
  records: Iterable<object>,
): Promise<number> {
  const rows = function* () {
    for (const record of records) yield rowOf(columns, record)
  }
  const runner = { run: (sql: string, params: readonly SqlValue[]) => run(tx, table, sql, params) }
  return insertMany(runner, table, namesOf(columns), rows())
}

/** Writes some columns of records, by their keys. @returns how many rows changed */
export async function updateRecords(
  tx: WriteTransaction,
  table: string,
  { columns, keys }: { columns: readonly Column[]; keys: readonly Column[] },
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
  return count
}

/** Sets columns by SQL, whose placeholders are the first of the params. @returns how many rows changed */
export function updateWhere(
  tx: WriteTransaction,
  table: string,
  assignments: string,
  condition: string,
  params: readonly SqlValue[],
): Promise<number> {
  return run(tx, table, `UPDATE ${table} SET ${assignments} WHERE ${condition}`, params)
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
