import type { Reader } from '#db/connection.ts'
import type { SqlValue } from '#db/driver.ts'
import type { Searcher } from '#db/searches.ts'
import type { WriteTransaction } from '#db/transaction.ts'

/** A signed record that consecutive events were removed; a row of `log_removed`. */
export interface Removal {
  first: number
  last: number
  /** The chain link of the last removed event; the next event in the log continues it. */
  chain: Uint8Array
  /** ISO 8601. */
  removed: string
  fingerprint: string
  signature: Uint8Array
}

/** A condition on rows of `log_events`; values are bound, never part of the text. */
export interface EventCondition {
  text: string
  params: readonly SqlValue[]
}

/** Events that were written here before a time. */
export const ownBefore = (until: string): EventCondition => ({
  text: 'published < ? AND import_id IS NULL',
  params: [until],
})

/** Events that came with an import. */
export const ofImport = (id: string): EventCondition => ({ text: 'import_id = ?', params: [id] })

/** Events that an import followed, from before a time. */
export const ofImportBefore = (id: string, until: string): EventCondition => ({
  text: 'import_id = ? AND published < ?',
  params: [id, until],
})

/** The hooks that receive events. WHY no others: a hook that is never switched on again would block the removal of its events. */
const LISTENING = `hook_id IN (SELECT id FROM event_hooks WHERE status = 'ACTIVE' AND verification_status = 'VERIFIED')`

/** Events that are queued for a listening hook or being sent to it are not removed before they are delivered. */
const NOT_AWAITED = `uuid NOT IN (
  SELECT event_uuid FROM hook_outbox WHERE delivery_id IS NULL AND ${LISTENING}
  UNION ALL SELECT event_uuid FROM hook_outbox JOIN hook_deliveries ON hook_deliveries.id = delivery_id
    WHERE hook_deliveries.status = 'PENDING' AND hook_outbox.${LISTENING})`

/** The events that fit a condition and may be removed: not the newest event, and not events that hooks wait for. */
const removable = (condition: string) =>
  `(${condition}) AND sequence < (SELECT max(sequence) FROM log_events) AND ${NOT_AWAITED}`

/** An event that may be removed, with its time and its sequence number. */
export interface Removable {
  published: string
  sequence: number
}

/** Which of them, and in what order. */
export interface PageOfRemovable {
  /** The column whose index the condition is answered by. */
  order: 'published' | 'sequence'
  /** The last one of the page before; null at the start. */
  after: Removable | null
  limit: number
}

/** The events that fit a condition and may be removed, in the given order. */
export function readRemovable(
  searcher: Searcher,
  { text, params }: EventCondition,
  { order, after, limit }: PageOfRemovable,
): Promise<Removable[]> {
  const sql = `SELECT published, sequence FROM log_events WHERE ${removable(text)} AND (${order}, sequence) > (?, ?)
    ORDER BY ${order}, sequence LIMIT ${limit}`
  const start = order === 'published' ? '' : 0
  const place = after ? [after[order], after.sequence] : [start, 0]
  return searcher.all(sql, [...params, ...place])
}

const FILES = 'SELECT id FROM log_imports WHERE created < ? AND connection_id IS NULL'
const FOLLOWED = 'import_id IN (SELECT id FROM log_imports WHERE connection_id IS NOT NULL) AND published < ?'

const DUE = ['published < ? AND import_id IS NULL', `import_id IN (${FILES})`, FOLLOWED].map(
  (condition) => `SELECT 1 FROM log_events WHERE ${removable(condition)} LIMIT 1`,
)

/** Whether any event that was written here or followed, or imported from a file, before a time may be removed. */
export async function isAnyDue(reader: Pick<Reader, 'first'>, until: string): Promise<boolean> {
  for (const sql of DUE) if (await reader.first(sql, [until])) return true
  return false
}

/** WHY a difference: the index of times holds no imports, and looking each event up would take seconds. */
const FACTS = `SELECT
  (SELECT count(*) FROM log_events) AS events,
  (SELECT min(published) FROM log_events) AS oldest,
  (SELECT count(*) FROM log_events WHERE published < ?)
    - (SELECT count(*) FROM log_events WHERE import_id IS NOT NULL AND published < ?)
    + (SELECT count(*) FROM log_events WHERE import_id IN (${FILES}))
    + (SELECT count(*) FROM log_events WHERE ${FOLLOWED}) AS due`

/** The number of events in the log, the oldest time, and how many events are from before a time. */
export async function readFacts(searcher: Searcher, until: string | null) {
  const [facts] = await searcher.all<{ events: number; oldest: string | null; due: number }>(FACTS, [
    ...[until, until, until, until],
  ])
  return facts ?? { events: 0, oldest: null, due: 0 }
}

/** The number of an event, and its link of the chain. */
export interface Link {
  sequence: number
  chain: Uint8Array
}

/** Deletes those of the given events that may be removed. @returns their links, by number */
export async function deleteRemovable(tx: WriteTransaction, sequences: readonly number[]): Promise<Link[]> {
  const condition = removable('sequence IN (SELECT value FROM json_each(?))')
  const rows = await tx.all<Link>(
    `SELECT sequence, ifnull(chain, zeroblob(32)) AS chain FROM log_events WHERE ${condition} ORDER BY sequence`,
    [JSON.stringify(sequences)],
  )
  if (rows.length === 0) return []
  const gone = JSON.stringify(rows.map(({ sequence }) => sequence))
  await tx.run('DELETE FROM log_events WHERE sequence IN (SELECT value FROM json_each(?))', [gone])
  return rows
}

/** Deletes queued events that were removed from the log. They are only in queues of hooks that are not active or not verified. */
export async function forgetUnawaited(tx: WriteTransaction): Promise<void> {
  await tx.run(
    `DELETE FROM hook_outbox WHERE delivery_id IS NULL AND NOT EXISTS (SELECT 1 FROM log_events WHERE uuid = event_uuid)`,
  )
}

/** The removal records directly before and after consecutive events. */
export function removalsBeside(reader: Pick<Reader, 'all'>, { first, last }: Pick<Removal, 'first' | 'last'>) {
  return reader.all<Removal>('SELECT * FROM log_removed WHERE last = ? OR first = ?', [first - 1, last + 1])
}

/** The removal record that covers an event. */
export function removalOf(reader: Pick<Reader, 'first'>, sequence: number): Promise<Removal | undefined> {
  return reader.first<Removal>('SELECT * FROM log_removed WHERE ? BETWEEN first AND last', [sequence])
}

/** Replaces removal records by one. @param replaced the first numbers of the records to replace */
export async function replaceRemovals(
  tx: WriteTransaction,
  replaced: readonly [number | null, number | null],
  { first, last, chain, removed, fingerprint, signature }: Removal,
): Promise<void> {
  await tx.run('DELETE FROM log_removed WHERE first IN (?, ?)', replaced)
  await tx.run(
    'INSERT INTO log_removed (first, last, chain, removed, fingerprint, signature) VALUES (?, ?, ?, ?, ?, ?)',
    [first, last, chain, removed, fingerprint, signature],
  )
}
