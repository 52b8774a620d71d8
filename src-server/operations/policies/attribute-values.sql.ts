import type { Reader } from '#db/connection.ts'
import type { SqlValue } from '#db/driver.ts'
import { jsonPath } from '#db/json-path.ts'

/** Some people: their ids, and of each attribute the JSON of their values in the same order; null where one is absent. */
export interface ValuesPage {
  ids: readonly string[]
  values: readonly (readonly (string | null)[])[]
  /** Cursor of the next page; null where there was no person. */
  last: number | null
}

type PageRow = Readonly<Record<`v${number}`, string>> & {
  readonly last: number | null
  readonly ids: string
}

/** The values of some attributes of people by their ids. */
export function readValuesOf(reader: Reader, attributes: readonly string[], ids: readonly string[]) {
  return readPage(reader, attributes, 'id IN (SELECT value FROM json_each(?))', [JSON.stringify(ids)])
}

/** The values of some attributes of people in the order in which they came, so many of them. @param after where the page before ended */
export function readValuesAfter(reader: Reader, attributes: readonly string[], after: number, limit: number) {
  return readPage(reader, attributes, 'rowid > ? ORDER BY rowid LIMIT ?', [after, limit])
}

/**
 * WHY as JSON text: it is taken out of the profile without parsing that, and is what answers are remembered by. WHY a page is one row: an
 * array that SQLite writes and `JSON.parse` reads costs a fraction of an object for each person.
 */
async function readPage(
  reader: Reader,
  attributes: readonly string[],
  condition: string,
  params: readonly SqlValue[],
): Promise<ValuesPage> {
  const columns = attributes.map((_, index) => `, (profile -> ?) || '' AS v${index}`).join('')
  const arrays = attributes.map((_, index) => `, json_group_array(v${index}) AS v${index}`).join('')
  const [row] = await reader.all<PageRow>(
    `SELECT max(place) AS last, json_group_array(id) AS ids${arrays}
     FROM (SELECT rowid AS place, id${columns} FROM users WHERE ${condition})`,
    [...attributes.map((name) => jsonPath(name)), ...params],
  )
  return {
    ids: JSON.parse(row?.ids ?? '[]') as string[],
    values: attributes.map((_, index) => JSON.parse(row?.[`v${index}`] ?? '[]') as (string | null)[]),
    last: row?.last ?? null,
  }
}
