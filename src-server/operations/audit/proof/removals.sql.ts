import type { Reader } from '#db/connection.ts'
import type { SqlValue } from '#db/driver.ts'
import type { Searcher } from '#db/searches.ts'
import type { WriteTransaction } from '#db/transaction.ts'

/** A signed statement that a run of events was taken out; a row of `log_removed`. */
export interface Removal {
  first: number
  last: number
  /** The link of the last of them, from which the next event goes on. */
  chain: Uint8Array
  /** ISO 8601. */
  removed: string
  fingerprint: string
  signature: Uint8Array
}

/** A condition on rows of `log_events`: text of our own, its values bound. */
export interface EventCondition {
  text: string
  params: readonly SqlValue[]
}

/** Events that were written here before a moment. */
export const ownBefore = (until: string): EventCondition => ({
  text: 'published < ? AND import_id IS NULL',
  params: [until],
})

/** Events that came with an import. */
export const ofImport = (id: string): EventCondition => ({ text: 'import_id = ?', params: [id] })

/** WHY no other: a hook that is never switched on again would block the removal of its events. */
const LISTENING = `hook_id IN (SELECT id FROM event_hooks WHERE status = 'ACTIVE' AND verification_status = 'VERIFIED')`

/** Events that wait for a hook that listens, or are under way to it, stay until they are delivered. */
const NOT_AWAITED = `uuid NOT IN (
  SELECT event_uuid FROM hook_outbox WHERE delivery_id IS NULL AND ${LISTENING}
  UNION ALL SELECT event_uuid FROM hook_outbox JOIN hook_deliveries ON hook_deliveries.id = delivery_id
    WHERE hook_deliveries.status = 'PENDING' AND hook_outbox.${LISTENING})`

/** What may be removed of the events that a condition names: all but the newest, and those that hooks wait for. */
const removable = (condition: string) =>
  `(${condition}) AND sequence < (SELECT max(sequence) FROM log_events) AND ${NOT_AWAITED}`

/** An event that may be removed, by its places in time and in the order of writing. */
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

/** Events that a condition names and that may be removed, in an order. */
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

const DUE = ['published < ? AND import_id IS NULL', 'import_id IN (SELECT id FROM log_imports WHERE created < ?)'].map(
  (condition) => `SELECT 1 FROM log_events WHERE ${removable(condition)} LIMIT 1`,
)

/** Whether any event that was written here, or imported, before a moment may be removed. */
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
    + (SELECT count(*) FROM log_events WHERE import_id IN (SELECT id FROM log_imports WHERE created < ?)) AS due`

/** How much the log holds, and how many events are from before a moment. */
export async function readFacts(searcher: Searcher, until: string | null) {
  const [facts] = await searcher.all<{ events: number; oldest: string | null; due: number }>(FACTS, [
    until,
    until,
    until,
  ])
  return facts ?? { events: 0, oldest: null, due: 0 }
}

/** The number of an event, and its link of the chain. */
export interface Link {
  sequence: number
  chain: Uint8Array
}

/** Takes out those of some events that may be removed. @returns their links, by number */
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

/** Takes out of queues what waits there for hooks that do not listen, and is not in the log any more. */
export async function forgetUnawaited(tx: WriteTransaction): Promise<void> {
  await tx.run(
    `DELETE FROM hook_outbox WHERE delivery_id IS NULL AND NOT EXISTS (SELECT 1 FROM log_events WHERE uuid = event_uuid)`,
  )
}

/** The records of removals right before and right behind a run of events. */
export function removalsBeside(reader: Pick<Reader, 'all'>, { first, last }: Pick<Removal, 'first' | 'last'>) {
  return reader.all<Removal>('SELECT * FROM log_removed WHERE last = ? OR first = ?', [first - 1, last + 1])
}

/** The record of the removal of an event. */
export function removalOf(reader: Pick<Reader, 'first'>, sequence: number): Promise<Removal | undefined> {
  return reader.first<Removal>('SELECT * FROM log_removed WHERE ? BETWEEN first AND last', [sequence])
}

/** Puts a record of a removal in the place of others, which are told by their first numbers. */
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
