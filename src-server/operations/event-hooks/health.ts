import type { HookHealth } from '#contract/hooks/event-hook.ts'
import type { Service } from '../service/service.ts'
import { backoffOf } from './backoffs.ts'
import { readHealth } from './event-hooks.sql.ts'

/** How the deliveries of every hook go, by id of the hook. */
export async function hookHealth(service: Service): Promise<HookHealth[]> {
  const { condition } = service.reader.visible('read', 'eventHook')
  const rows = await readHealth(service.reader, condition)
  return rows.map((row) => ({
    eventHookId: row.id,
    delivered: row.delivered,
    failed: row.failed,
    waiting: row.queued + row.underWay,
    lastCompleted: row.completed,
    lastStatus: row.lastStatus,
    backoff: backoffOf(service, row.id),
  }))
}
