import type { Connection } from '#db/connection.ts'

/** The tables in which the full-text index keeps itself; each version of SQLite words them in its own way. */
const SHADOW = `'log_words_data', 'log_words_idx', 'log_words_docsize', 'log_words_config'`

const STRUCTURE = `SELECT type || ' ' || name AS name, sql FROM sqlite_master
  WHERE (type = 'trigger' OR tbl_name LIKE 'log\\_%' ESCAPE '\\')
    AND NOT (tbl_name IN (${SHADOW}) AND (type = 'table' OR type = 'index' AND sql IS NULL))`

/** A table, an index or a trigger, as it was made. */
export interface Part {
  name: string
  sql: string
}

/**
 * Tables of the log with their indexes, and all triggers, whatever their names: what decides which events are written, and which are
 * found.
 */
export function readStructure(reader: Pick<Connection, 'all'>): Promise<Part[]> {
  return reader.all<Part>(STRUCTURE)
}
