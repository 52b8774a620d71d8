import type { Reader } from '#db/connection.ts'
import type { SqlValue } from '#db/driver.ts'
import type { WriteTransaction } from '#db/transaction.ts'

export const LOG_TABLE = 'log_events'
/** Columns of an event, in the order of its row. */
export const EVENT_COLUMNS = ['uuid', 'published', 'event_type', 'actor_id', 'payload', 'chain', 'import_id'] as const
export const INSERT_EVENT = `INSERT INTO ${LOG_TABLE} (${EVENT_COLUMNS.join(', ')}) VALUES (${EVENT_COLUMNS.map(() => '?').join(', ')})`

/** Writes one event. @param row its columns @returns how many came in */
export function insertEventRow(tx: WriteTransaction, row: readonly SqlValue[]): Promise<number> {
  return tx.run(INSERT_EVENT, row)
}

/** The link of the newest event; null where it has none, undefined in an empty log. */
export async function newestLink(reader: Pick<Reader, 'first'>): Promise<Uint8Array | null | undefined> {
  const sql = 'SELECT chain FROM log_events ORDER BY sequence DESC LIMIT 1'
  return (await reader.first<{ chain: Uint8Array | null }>(sql))?.chain
}
