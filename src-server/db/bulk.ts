import type { SqlValue } from './driver.ts'
import { KeptOut } from './errors.ts'

/** Rows per statement; more would only need more memory for its text. */
const BATCH = 500

interface Runner {
  run(sql: string, params: readonly SqlValue[]): Promise<number>
}

/**
 * Inserts many rows with one statement a batch: the rows go in as a JSON text, so that one prepared statement serves
 * any number. Ten times as fast as one by one.
 * @param columns names from our own code, never from outside
 * @param blobs those whose values are bytes, given in hexadecimal
 * @returns how many rows were inserted
 * @throws KeptOut if fewer rows arrived than were given, for example because of an added trigger
 */
export async function insertMany(
  runner: Runner,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Exclude<SqlValue, bigint | Uint8Array>[]>,
  blobs: readonly string[] = [],
): Promise<number> {
  const value = (column: string, index: number) =>
    blobs.includes(column) ? `unhex(value ->> ${index})` : `value ->> ${index}`
  const values = columns.map(value).join(', ')
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values} FROM json_each(?)`
  let batch: (readonly SqlValue[])[] = []
  let count = 0
  const flush = async () => {
    if (batch.length) assertArrived(table, await runner.run(sql, [JSON.stringify(batch)]), batch.length)
    count += batch.length
    batch = []
  }
  for (const row of rows) {
    batch.push(row)
    if (batch.length === BATCH) await flush()
  }
  await flush()
  return count
}

/** @throws KeptOut if fewer rows arrived in a table than were given */
export function assertArrived(table: string, arrived: number, given: number): void {
  if (arrived !== given)
    throw new KeptOut(`${table} took ${arrived} of ${given} rows: something in the workspace file keeps the others out`)
}
