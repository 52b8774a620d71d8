import { invalid, notFound } from '../../contract/api-error.ts'
import type { DeliveryAttempt, DeliveryStatus, HookDelivery } from '../../contract/event-hook.ts'
import type { LogEvent } from '../../contract/log-event.ts'
import type { SqlValue } from '../../db/driver.ts'
import type { Statements } from '../../db/statements.ts'
import { cutPage, invalidCursor, type Page } from '../page.ts'
import type { Act, Service } from '../service.ts'
import { requireEventHook, type OpenedHook } from './event-hooks.ts'

/** A delivery as it is read from the file. */
export interface DeliveryRow {
  sequence: number
  id: string
  hook_id: string
  status: DeliveryStatus
  event_count: number
  /** JSON of a list. */
  event_types: string
  reason: string | null
  /** JSON of DeliveryAttempt[], in order. */
  attempts: string
  created: string
  completed: string | null
}

export function deliveryView(row: DeliveryRow): HookDelivery {
  return {
    id: row.id,
    status: row.status,
    eventCount: row.event_count,
    eventTypes: JSON.parse(row.event_types) as string[],
    reason: row.reason,
    created: row.created,
    completed: row.completed,
    attempts: JSON.parse(row.attempts) as DeliveryAttempt[],
  }
}

/** Deliveries of a hook, the newest first. */
export async function listDeliveries(
  service: Service,
  hookId: string,
  query: { status?: DeliveryStatus; limit: number; after?: string },
): Promise<Page<DeliveryRow>> {
  await requireEventHook(service, hookId)
  const { status, limit, after = String(Number.MAX_SAFE_INTEGER) } = query
  if (!/^\d{1,16}$/.test(after)) throw invalidCursor()
  const condition = status ? ' AND status = ?' : ''
  const values: SqlValue[] = [hookId, Number(after), ...(status ? [status] : []), limit + 1]
  const sql = `SELECT * FROM hook_deliveries WHERE hook_id = ? AND sequence < ?${condition} ORDER BY sequence DESC LIMIT ?`
  return cutPage(await service.store.read.all<DeliveryRow>(sql, values), limit, (row) => String(row.sequence))
}

/** @throws E0000007 */
export async function requireDelivery(
  service: Service,
  hookId: string,
  deliveryId: string,
  read: Statements = service.store.read,
): Promise<DeliveryRow> {
  const sql = 'SELECT * FROM hook_deliveries WHERE hook_id = ? AND id = ?'
  const row = await read.first<DeliveryRow>(sql, [hookId, deliveryId])
  if (!row) throw notFound(deliveryId, 'HookDelivery')
  return row
}

/** What a delivery sends (spec/4 §3.2); events that the log no longer holds are missing from it. */
export async function deliveryBody(service: Service, { id, hook_id, created }: DeliveryRow) {
  const sql = `SELECT payload FROM hook_outbox JOIN log_events ON uuid = event_uuid
    WHERE delivery_id = ? ORDER BY hook_outbox.sequence`
  const rows = await service.store.read.all<{ payload: string }>(sql, [id])
  return {
    eventType: 'com.svc.event_hook',
    eventTypeVersion: '1.0',
    cloudEventsVersion: '0.1',
    contentType: 'application/json',
    eventId: id,
    eventTime: created,
    source: `${service.url()}/api/v1/eventHooks/${hook_id}`,
    data: { events: rows.map(({ payload }) => JSON.parse(payload) as LogEvent) },
  }
}

/** Puts a delivery back in line, whatever came of it. @throws E0000001 where nobody would send it or it holds nothing */
export async function redeliver(service: Service, act: Act, hookId: string, deliveryId: string): Promise<void> {
  await service.write(
    act,
    async (unit) => {
      const { row } = await requireEventHook(service, hookId, unit.statements)
      await requireDelivery(service, hookId, deliveryId, unit.statements)
      if (!isListening(row)) throw invalid('status', 'the event hook must be active and verified', 'path')
      const held = 'SELECT 1 FROM hook_outbox WHERE delivery_id = ? LIMIT 1'
      if (!(await unit.statements.first(held, [deliveryId])))
        throw invalid('deliveryId', 'its events were left out of the queue; find them in the log', 'path')
      const sql = `UPDATE hook_deliveries SET status = 'PENDING', reason = NULL, completed = NULL WHERE id = ?`
      await unit.statements.run(sql, [deliveryId])
    },
    { changes: [] },
  )
  service.outbox.wake([hookId])
}

/** Whether a hook is sent events. */
export const isListening = ({ status, verification_status }: OpenedHook['row']) =>
  status === 'ACTIVE' && verification_status === 'VERIFIED'
