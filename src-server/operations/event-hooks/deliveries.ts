import { randomUUID } from 'node:crypto'
import { invalid, notFound } from '../../contract/api-error.ts'
import type { DeliveryAttempt, DeliveryStatus, HookDelivery } from '../../contract/event-hook.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { LogEvent } from '../../contract/log-event.ts'
import type { SqlValue } from '../../db/driver.ts'
import type { Statements } from '../../db/statements.ts'
import { eventHookTarget, failed, SYSTEM_ACTOR } from '../audit/targets.ts'
import { cutPage, invalidCursor, type Page } from '../page.ts'
import type { Act, Service, Unit } from '../service.ts'
import { shownAddress } from './endpoint-address.ts'
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

/** The last attempts that are kept; only redelivery by hand makes more than two. */
const ATTEMPTS_KEPT = 10

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

/** Puts a delivery back in line, whatever came of it. */
export async function redeliver(service: Service, act: Act, hookId: string, deliveryId: string): Promise<void> {
  await service.write(
    act,
    async (unit) => {
      const { row } = await requireEventHook(service, hookId, unit.statements)
      await requireDelivery(service, hookId, deliveryId, unit.statements)
      if (!isListening(row)) throw invalid('status', 'the event hook must be active and verified', 'path')
      const sql = `UPDATE hook_deliveries SET status = 'PENDING', reason = NULL, completed = NULL WHERE id = ?`
      await unit.statements.run(sql, [deliveryId])
    },
    { changes: [] },
  )
  service.outbox.wake([hookId])
}

const isListening = ({ status, verification_status }: OpenedHook['row']) =>
  status === 'ACTIVE' && verification_status === 'VERIFIED'

/** Hooks for which something is queued or under way. */
export async function hooksWithWork(service: Service): Promise<string[]> {
  const sql = `SELECT id FROM event_hooks WHERE
    EXISTS (SELECT 1 FROM hook_outbox WHERE hook_id = event_hooks.id AND delivery_id IS NULL)
    OR EXISTS (SELECT 1 FROM hook_deliveries WHERE hook_id = event_hooks.id AND status = 'PENDING')`
  return (await service.store.read.all<{ id: string }>(sql)).map(({ id }) => id)
}

/** The next delivery of a hook: one that was begun, else one made of what waits; null when there is neither. */
export async function takeDelivery(
  service: Service,
  hookId: string,
): Promise<{ hook: OpenedHook; delivery: DeliveryRow } | null> {
  const hook = await requireEventHook(service, hookId).catch(() => null)
  if (!hook || !isListening(hook.row)) return null
  const pending = await firstPending(service.store.read, hookId)
  if (pending) return { hook, delivery: pending }
  if (!(await waiting(service.store.read, hookId)).length) return null
  const id = randomUUID()
  const delivery = await service.write(jobAct(id), (unit) => formDelivery(unit, hookId, id), { changes: [] })
  return delivery && { hook, delivery }
}

const firstPending = (read: Statements, hookId: string) =>
  read.first<DeliveryRow>(
    `SELECT * FROM hook_deliveries WHERE hook_id = ? AND status = 'PENDING' ORDER BY sequence LIMIT 1`,
    [hookId],
  )

const waiting = (read: Statements, hookId: string) =>
  read.all<{ sequence: number; event_type: string | null }>(
    `SELECT hook_outbox.sequence, event_type FROM hook_outbox LEFT JOIN log_events ON uuid = event_uuid
     WHERE hook_id = ? AND delivery_id IS NULL ORDER BY hook_outbox.sequence LIMIT ${LIMITS.hookBatch}`,
    [hookId],
  )

/** Makes one request of the events that wait longest; its id stays the same however often it is sent. */
async function formDelivery({ statements, now }: Unit, hookId: string, id: string): Promise<DeliveryRow | null> {
  const events = await waiting(statements, hookId)
  const last = events.at(-1)
  if (!last) return null
  const types = [...new Set(events.flatMap(({ event_type }) => event_type ?? []))]
  await statements.run(
    `INSERT INTO hook_deliveries (id, hook_id, status, event_count, event_types, created)
     VALUES (?, ?, 'PENDING', ?, ?, ?)`,
    [id, hookId, events.length, JSON.stringify(types), now],
  )
  const sql = 'UPDATE hook_outbox SET delivery_id = ? WHERE hook_id = ? AND delivery_id IS NULL AND sequence <= ?'
  await statements.run(sql, [id, hookId, last.sequence])
  return (await firstPending(statements, hookId)) ?? null
}

/** Notes what came of a delivery, with its event; a hook that was deleted meanwhile leaves none. */
export async function recordDelivery(
  service: Service,
  { hook, delivery }: { hook: OpenedHook; delivery: DeliveryRow },
  attempts: readonly DeliveryAttempt[],
  reason: string | null,
): Promise<void> {
  const kept = [...(JSON.parse(delivery.attempts) as DeliveryAttempt[]), ...attempts].slice(-ATTEMPTS_KEPT)
  const status = reason === null ? 'DELIVERED' : 'FAILED'
  await service.write(
    jobAct(delivery.id),
    async (unit) => {
      const sql = `UPDATE hook_deliveries SET status = ?, reason = ?, attempts = ?, completed = ? WHERE id = ?`
      const values = [status, reason, JSON.stringify(kept), unit.now, delivery.id]
      if ((await unit.statements.run(sql, values)) === 0) return
      await prune(unit.statements, hook.row.id, status)
      const last = attempts.at(-1)
      unit.record({
        type: 'event_hook.delivery',
        targets: [eventHookTarget(hook.row)],
        outcome: reason === null ? undefined : failed(reason),
        debugData: {
          deliveryId: delivery.id,
          url: shownAddress(hook.channel.uri),
          eventCount: delivery.event_count,
          attempts: attempts.length,
          responseStatus: last?.status ?? null,
          durationMs: attempts.reduce((sum, { durationMs }) => sum + durationMs, 0),
        },
      })
    },
    { changes: [] },
  )
}

/** Of each outcome the newest deliveries stay. */
async function prune(statements: Statements, hookId: string, status: DeliveryStatus): Promise<void> {
  const sql = `DELETE FROM hook_deliveries WHERE hook_id = ?1 AND status = ?2 AND sequence <=
    (SELECT sequence FROM hook_deliveries WHERE hook_id = ?1 AND status = ?2
     ORDER BY sequence DESC LIMIT 1 OFFSET ${LIMITS.hookDeliveriesKept})`
  await statements.run(sql, [hookId, status])
}

/** The service itself, at work on one delivery. */
function jobAct(deliveryId: string): Act {
  return {
    actor: SYSTEM_ACTOR,
    tokenId: null,
    transactionId: deliveryId,
    transactionType: 'JOB',
    ip: null,
    userAgent: null,
    requestUri: null,
  }
}
