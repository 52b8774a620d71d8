import { randomUUID } from 'node:crypto'
import { systemAct } from '../audit/system-act.ts'
import { eventHookTarget, failed } from '../audit/targets.ts'
import type { Service } from '../service.ts'
import { hookBounds } from './bounds.ts'
import { prune } from './record-delivery.ts'

/** What is left out of a queue, by one reading. */
interface Overflow {
  count: number
  /** JSON of a list. */
  types: string
  first: string | null
  last: string | null
}

/**
 * Leaves the newest events out of a queue that has become too long: they stand in the log all the same, and one failed delivery,
 * with its event, says which they are. WHY the newest: what waits keeps its order, without a gap.
 */
export async function leaveOutOverflow(service: Service, hookId: string): Promise<void> {
  const { eventsWaiting } = hookBounds(service)
  const sql = `SELECT sequence FROM hook_outbox WHERE hook_id = ? AND delivery_id IS NULL
    ORDER BY sequence LIMIT 1 OFFSET ?`
  const from = await service.store.read.first<{ sequence: number }>(sql, [hookId, eventsWaiting])
  if (!from) return
  const id = randomUUID()
  await service.write(
    systemAct(id),
    async ({ statements, now, record }) => {
      const hook = await statements.first<{ id: string; name: string }>(
        'SELECT id, name FROM event_hooks WHERE id = ?',
        [hookId],
      )
      const rows = 'hook_id = ? AND delivery_id IS NULL AND hook_outbox.sequence >= ?'
      const overflow = await statements.first<Overflow>(
        `SELECT count(*) AS count, json_group_array(DISTINCT event_type) FILTER (WHERE event_type IS NOT NULL) AS types,
           min(published) AS first, max(published) AS last
         FROM hook_outbox LEFT JOIN log_events ON uuid = event_uuid WHERE ${rows}`,
        [hookId, from.sequence],
      )
      if (!hook || !overflow?.count) return
      const reason = reasonOf(overflow)
      await statements.run(
        `INSERT INTO hook_deliveries (id, hook_id, status, event_count, event_types, reason, created, completed)
         VALUES (?1, ?2, 'FAILED', ?3, ?4, ?5, ?6, ?6)`,
        [id, hookId, overflow.count, overflow.types, reason, now],
      )
      await statements.run(`DELETE FROM hook_outbox WHERE ${rows}`, [hookId, from.sequence])
      await prune(statements, hookId, 'FAILED')
      const debugData = { deliveryId: id, eventCount: overflow.count, attempts: 0 }
      record({ type: 'event_hook.delivery', targets: [eventHookTarget(hook)], outcome: failed(reason), debugData })
    },
    { changes: [] },
  )
}

function reasonOf({ count, first, last }: Overflow): string {
  const what = count === 1 ? '1 event' : `${count} events`
  const when = first ? (first === last ? ` of ${first}` : ` from ${first} to ${last}`) : ''
  return `the queue was full: ${what}${when} left out; the log holds them`
}
