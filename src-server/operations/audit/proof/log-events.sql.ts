import type { EventType } from '#contract/log/event-types.ts'
import type { Reader } from '#db/connection.ts'
import { readableText } from '#audit-log/readable-text.sql.ts'

/** The time of the newest event that was written here and not imported; undefined if there is none. */
export async function newestOwnTime(reader: Pick<Reader, 'first'>): Promise<string | undefined> {
  const sql =
    'SELECT CAST(published AS TEXT) AS published FROM log_events WHERE import_id IS NULL ORDER BY sequence DESC LIMIT 1'
  return (await reader.first<{ published: string }>(sql))?.published
}

/** Whether an event with this number and this chain link exists. */
export async function hasLink(reader: Pick<Reader, 'first'>, sequence: number, chain: Uint8Array): Promise<boolean> {
  const sql = 'SELECT 1 FROM log_events WHERE sequence = ? AND chain = ?'
  return (await reader.first(sql, [sequence, chain])) !== undefined
}

/** The link of an event; null where it has none or is not there. */
export async function linkOf(reader: Pick<Reader, 'first'>, sequence: number): Promise<Uint8Array | null> {
  const sql = 'SELECT chain FROM log_events WHERE sequence = ?'
  return (await reader.first<{ chain: Uint8Array | null }>(sql, [sequence]))?.chain ?? null
}

/**
 * The first own event behind a number, and over how many seconds such events were written. WHY each beside the earliest one before it: a
 * clock that was put back makes later events bear earlier times.
 */
export function ownEventsBehind(reader: Pick<Reader, 'first'>, sequence: number) {
  const sql = `SELECT min(sequence) AS first, max(unixepoch(published, 'subsec') - earliest) AS seconds FROM (
    SELECT sequence, published, min(unixepoch(published, 'subsec')) OVER (ORDER BY sequence) AS earliest
    FROM log_events WHERE sequence > ? AND import_id IS NULL)`
  return reader.first<{ first: number | null; seconds: number | null }>(sql, [sequence])
}

/** The texts of own events of some types behind a number, in order. */
export function ownEventsOfTypes(reader: Pick<Reader, 'all'>, types: readonly EventType[], after: number) {
  const sql = `SELECT sequence, ${readableText('log_events')} AS payload FROM log_events
    WHERE event_type IN (${types.map((type) => `'${type}'`).join(', ')}) AND import_id IS NULL AND sequence > ?
    ORDER BY sequence`
  return reader.all<{ sequence: number; payload: string }>(sql, [after])
}
