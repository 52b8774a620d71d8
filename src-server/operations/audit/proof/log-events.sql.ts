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

/** By how many seconds the clock had jumped, where an event tells of it. */
const JUMPED = `CASE WHEN event_type = 'gatehouse.clock.jump' AND json_valid(payload) THEN ifnull(
  unixepoch(payload ->> '$.debugContext.debugData.to', 'subsec') - unixepoch(payload ->> '$.debugContext.debugData.from', 'subsec'), 0)
  ELSE 0 END`

/**
 * The first own event behind a number, and over how many seconds such events were written, without the jumps of the clock that some of
 * them tell of. WHY each beside the earliest one before it: a clock that was put back makes later events bear earlier times.
 */
export function ownEventsBehind(reader: Pick<Reader, 'first'>, sequence: number) {
  const sql = `SELECT min(sequence) AS first, max(at - earliest) AS seconds FROM (
    SELECT sequence, at, min(at) OVER (ORDER BY sequence) AS earliest FROM (
      SELECT sequence, unixepoch(published, 'subsec') - sum(${JUMPED}) OVER (ORDER BY sequence) AS at
      FROM log_events WHERE sequence > ? AND import_id IS NULL))`
  return reader.first<{ first: number | null; seconds: number | null }>(sql, [sequence])
}

/** The texts of own events of some types behind a number, in order. */
export function ownEventsOfTypes(reader: Pick<Reader, 'all'>, types: readonly EventType[], after: number) {
  const sql = `SELECT sequence, ${readableText('log_events')} AS payload FROM log_events
    WHERE event_type IN (${types.map((type) => `'${type}'`).join(', ')}) AND import_id IS NULL AND sequence > ?
    ORDER BY sequence`
  return reader.all<{ sequence: number; payload: string }>(sql, [after])
}
