import { LOG_FACETS } from '#contract/log/log-browse.ts'
import type { Fragment } from '#db/filter-sql-fragment.ts'
import type { Searcher } from '#db/searches.ts'
import type { WriteTransaction } from '#db/transaction.ts'

/*
 * The values of the log's attributes, each with its code. An attribute is told by its place among the facets.
 */

/** By attribute: one more than the greatest code. */
export async function readSizes(searcher: Searcher): Promise<number[]> {
  const text = LOG_FACETS.map(
    (_, place) => `(SELECT coalesce(max(code), 0) + 1 FROM log_values WHERE attribute = ${place}) AS p${place}`,
  )
  const [row = {}] = await searcher.all<Record<string, number>>(`SELECT ${text.join(', ')}`, [])
  return LOG_FACETS.map((_, place) => row[`p${place}`] ?? 1)
}

/** The codes of values of an attribute. @param below which codes count */
export function readCodes(searcher: Searcher, place: number, values: readonly string[], below: number) {
  return searcher.all<{ value: string; code: number }>(
    `SELECT v.value, v.code FROM json_each(?) AS j
      CROSS JOIN log_values AS v ON v.attribute = ? AND v.value = j.value WHERE v.code < ?`,
    [JSON.stringify(values), place, below],
  )
}

/** The values that codes of an attribute stand for. */
export function readValuesOf(searcher: Searcher, place: number, codes: readonly number[]) {
  return searcher.all<{ code: number; value: string }>(
    'SELECT code, value FROM log_values WHERE attribute = ? AND code IN (SELECT value FROM json_each(?))',
    [place, JSON.stringify(codes)],
  )
}

/** The codes of an attribute whose values a condition on `v.value` fits, and whether it fits no value. */
export async function codesThatFit(searcher: Searcher, place: number, { text, params }: Fragment) {
  const [found] = await searcher.all<{ codes: string; none: number }>(
    `SELECT (SELECT json_group_array(v.code) FROM log_values AS v WHERE v.attribute = ? AND ${text}) AS codes,
      (SELECT ${text} IS TRUE FROM (SELECT NULL AS value) AS v) AS none`,
    [place, ...params, ...params],
  )
  return { codes: JSON.parse(found?.codes ?? '[]') as number[], none: found?.none ?? 0 }
}

/** Gives values of an attribute their codes. */
export async function insertValues(
  tx: WriteTransaction,
  place: number,
  fresh: readonly (readonly [code: number, value: string])[],
): Promise<void> {
  await tx.run(
    `INSERT INTO log_values (attribute, code, value) SELECT ${place}, value ->> 0, value ->> 1 FROM json_each(?)`,
    [JSON.stringify(fresh)],
  )
}

/** Takes codes of an attribute away with their values. */
export async function deleteValues(tx: WriteTransaction, place: number, codes: readonly number[]): Promise<void> {
  const text = 'DELETE FROM log_values WHERE attribute = ? AND code IN (SELECT value FROM json_each(?))'
  await tx.run(text, [place, JSON.stringify(codes)])
}
