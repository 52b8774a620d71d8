import type { Connection } from '#db/connection.ts'

/** The tables in which the full-text indexes keep themselves; each version of SQLite words them in its own way. */
const SHADOW = ['log_words', 'search_texts']
  .flatMap((index) => ['data', 'idx', 'docsize', 'config'].map((part) => `'${index}_${part}'`))
  .join(', ')

/** WHY not the statistics: SQLite makes their tables by itself. */
const STRUCTURE = `SELECT type || ' ' || name AS name, tbl_name || ': ' || ifnull(sql, '') AS text FROM sqlite_schema
  WHERE NOT (tbl_name IN (${SHADOW}) AND (type = 'table' OR type = 'index' AND sql IS NULL))
    AND NOT (type = 'table' AND name GLOB 'sqlite_stat[0-9]')`

/** A table, an index, a trigger or a view, as it was made. */
export interface Part {
  name: string
  text: string
}

/** Everything that the file is made of, whatever its name. */
export function readStructure(reader: Pick<Connection, 'all'>): Promise<Part[]> {
  return reader.all<Part>(STRUCTURE)
}

/** What may stand in a column. */
export interface Column {
  table: string
  name: string
  /** As it was declared. */
  type: string
  isRequired: number
}

/** WHY not the events: the walk over them looks at each. */
const COLUMNS = `SELECT t.name AS "table", c.name, c.type, c."notnull" AS isRequired
  FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS c
  WHERE t.schema = 'main' AND t.type = 'table' AND (t.name GLOB 'log_*' OR t.name = 'settings')
    AND t.name <> 'log_events' AND c.hidden = 0`

/** The columns of the tables that the log is proved, searched and counted by. */
export function readColumns(reader: Pick<Connection, 'all'>): Promise<Column[]> {
  return reader.all<Column>(COLUMNS)
}

/** What SQLite makes of a value in a column of this type; a column of JSON holds a bare number as a number. */
const STORED: Readonly<Record<string, string>> = {
  TEXT: `'text'`,
  INTEGER: `'integer'`,
  BLOB: `'blob'`,
  JSON: `'text', 'integer', 'real'`,
}

/** Whether a table has a value that is not of the type of its column, as only another program writes it. */
export async function hasOtherTypes(
  reader: Pick<Connection, 'first'>,
  table: string,
  columns: readonly Column[],
): Promise<boolean> {
  const isOther = columns.map(
    ({ name, type, isRequired }) => `typeof("${name}") NOT IN (${STORED[type]}${isRequired ? '' : `, 'null'`})`,
  )
  return (await reader.first(`SELECT 1 FROM "${table}" WHERE ${isOther.join(' OR ')} LIMIT 1`)) !== undefined
}
