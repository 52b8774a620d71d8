import { readableText } from '#audit-log/readable-text.sql.ts'
import type { DeliveryStatus } from '#contract/hooks/event-hook.ts'
import type { Reader } from '#db/connection.ts'
import { hookDeliveries, type HookDeliveryRecord } from '#db/tables/event-hooks.ts'
import type { WriteTransaction } from '#db/transaction.ts'

/** Hooks for which something is queued or under way, by their ids. */
export async function hooksWithWork(reader: Reader): Promise<string[]> {
  const sql = `SELECT id FROM event_hooks WHERE
    EXISTS (SELECT 1 FROM hook_outbox WHERE hook_id = event_hooks.id AND delivery_id IS NULL)
    OR EXISTS (SELECT 1 FROM hook_deliveries WHERE hook_id = event_hooks.id AND status = 'PENDING')`
  return (await reader.all<{ id: string }>(sql)).map(({ id }) => id)
}

/** Events that wait for a hook, in order; `eventType` null: the log no longer holds it. */
export function queuedEvents(reader: Reader, hookId: string, limit: number) {
  return reader.all<{ sequence: number; eventType: string | null }>(
    `SELECT hook_outbox.sequence, event_type AS eventType FROM hook_outbox LEFT JOIN log_events ON uuid = event_uuid
     WHERE hook_id = ? AND delivery_id IS NULL ORDER BY hook_outbox.sequence LIMIT ?`,
    [hookId, limit],
  )
}

/** Puts the events that wait for a hook into a delivery. @param last the number of the last of them */
export async function putIntoDelivery(
  tx: WriteTransaction,
  { id, hookId }: Pick<HookDeliveryRecord, 'id' | 'hookId'>,
  last: number,
): Promise<void> {
  const sql = 'UPDATE hook_outbox SET delivery_id = ? WHERE hook_id = ? AND delivery_id IS NULL AND sequence <= ?'
  await tx.run(sql, [id, hookId, last])
}

/** The events of a delivery that the log holds, each JSON text, in order. */
export async function eventsOfDelivery(reader: Reader, id: string): Promise<string[]> {
  const sql = `SELECT ${readableText('log_events')} AS payload FROM hook_outbox JOIN log_events ON uuid = event_uuid
    WHERE delivery_id = ? ORDER BY hook_outbox.sequence`
  return (await reader.all<{ payload: string }>(sql, [id])).map(({ payload }) => payload)
}

/** Whether a delivery has events. */
export async function hasEvents(reader: Reader, id: string): Promise<boolean> {
  return (await reader.first('SELECT 1 FROM hook_outbox WHERE delivery_id = ? LIMIT 1', [id])) !== undefined
}

/** The deliveries of a hook with one outcome, but for so many of the newest. */
export function oldDeliveries(
  reader: Reader,
  hookId: string,
  status: DeliveryStatus,
  kept: number,
): Promise<HookDeliveryRecord[]> {
  const tail = `WHERE hook_id = ?1 AND status = ?2 AND sequence <=
    (SELECT sequence FROM hook_deliveries WHERE hook_id = ?1 AND status = ?2
     ORDER BY sequence DESC LIMIT 1 OFFSET ${kept})`
  return hookDeliveries.all(reader, tail, [hookId, status])
}

interface HealthRow {
  id: string
  delivered: number
  failed: number
  queued: number
  underWay: number
  completed: string | null
  lastStatus: DeliveryStatus | null
}

/** The numbers and times of deliveries of each hook, by id. @param condition which hooks are seen, in SQL */
export function readHealth(reader: Reader, condition: string): Promise<HealthRow[]> {
  return reader.all(`SELECT h.id,
      (SELECT count(*) FROM hook_deliveries WHERE hook_id = h.id AND status = 'DELIVERED') AS delivered,
      (SELECT count(*) FROM hook_deliveries WHERE hook_id = h.id AND status = 'FAILED') AS failed,
      (SELECT count(*) FROM hook_outbox WHERE hook_id = h.id AND delivery_id IS NULL) AS queued,
      (SELECT coalesce(sum(event_count), 0) FROM hook_deliveries WHERE hook_id = h.id AND status = 'PENDING') AS underWay,
      last.completed, last.status AS lastStatus
    FROM event_hooks h LEFT JOIN hook_deliveries last ON last.sequence =
      (SELECT sequence FROM hook_deliveries WHERE hook_id = h.id AND completed IS NOT NULL
       ORDER BY completed DESC, sequence DESC LIMIT 1)
    WHERE ${condition} ORDER BY h.id`)
}

/** The number of the first event that exceeds the queue of a hook; undefined if none does. */
export async function firstTooMany(reader: Reader, hookId: string, most: number): Promise<number | undefined> {
  const sql = `SELECT sequence FROM hook_outbox WHERE hook_id = ? AND delivery_id IS NULL
    ORDER BY sequence LIMIT 1 OFFSET ?`
  return (await reader.first<{ sequence: number }>(sql, [hookId, most]))?.sequence
}

/** Events that are dropped from a queue, counted once. */
export interface Overflow {
  count: number
  /** JSON of a list. */
  types: string
  first: string | null
  last: string | null
}

const QUEUED_FROM = 'hook_id = ? AND delivery_id IS NULL AND hook_outbox.sequence >= ?'

/** The queued events of a hook from a number on, counted. */
export function readOverflow(reader: Reader, hookId: string, from: number): Promise<Overflow | undefined> {
  return reader.first(
    `SELECT count(*) AS count, json_group_array(DISTINCT event_type) FILTER (WHERE event_type IS NOT NULL) AS types,
       min(published) AS first, max(published) AS last
     FROM hook_outbox LEFT JOIN log_events ON uuid = event_uuid WHERE ${QUEUED_FROM}`,
    [hookId, from],
  )
}

/** Deletes the queued events of a hook from a number on. */
export async function deleteQueued(tx: WriteTransaction, hookId: string, from: number): Promise<void> {
  await tx.run(`DELETE FROM hook_outbox WHERE ${QUEUED_FROM}`, [hookId, from])
}
