import type { DeliveryStatus, HookHealth } from '#contract/hooks/event-hook.ts'
import type { Service } from '../service/service.ts'
import { backoffOf } from './backoffs.ts'

interface HealthRow {
  id: string
  delivered: number
  failed: number
  queued: number
  under_way: number
  completed: string | null
  last_status: DeliveryStatus | null
}

const HEALTH = `SELECT h.id,
    (SELECT count(*) FROM hook_deliveries WHERE hook_id = h.id AND status = 'DELIVERED') AS delivered,
    (SELECT count(*) FROM hook_deliveries WHERE hook_id = h.id AND status = 'FAILED') AS failed,
    (SELECT count(*) FROM hook_outbox WHERE hook_id = h.id AND delivery_id IS NULL) AS queued,
    (SELECT coalesce(sum(event_count), 0) FROM hook_deliveries WHERE hook_id = h.id AND status = 'PENDING') AS under_way,
    last.completed, last.status AS last_status
  FROM event_hooks h LEFT JOIN hook_deliveries last ON last.sequence =
    (SELECT sequence FROM hook_deliveries WHERE hook_id = h.id AND completed IS NOT NULL
     ORDER BY completed DESC, sequence DESC LIMIT 1)`

/** How the deliveries of every hook go, by id of the hook. */
export async function hookHealth(service: Service): Promise<HookHealth[]> {
  const { condition } = service.reader.visible('read', 'eventHook')
  const rows = await service.reader.all<HealthRow>(`${HEALTH} WHERE ${condition} ORDER BY h.id`)
  return rows.map((row) => ({
    eventHookId: row.id,
    delivered: row.delivered,
    failed: row.failed,
    waiting: row.queued + row.under_way,
    lastCompleted: row.completed,
    lastStatus: row.last_status,
    backoff: backoffOf(service, row.id),
  }))
}
