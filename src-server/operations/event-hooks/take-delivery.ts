import { randomUUID } from 'node:crypto'
import { LIMITS } from '../../contract/limits.ts'
import type { Statements } from '../../db/statements.ts'
import { systemAct } from '../audit/system-act.ts'
import type { Service, Unit } from '../service.ts'
import { leftToday, takeFromToday } from './daily-allowance.ts'
import { isListening, type DeliveryRow } from './deliveries.ts'
import { requireEventHook, type OpenedHook } from './event-hooks.ts'

/** Hooks for which something is queued or under way. */
export async function hooksWithWork(service: Service): Promise<string[]> {
  const sql = `SELECT id FROM event_hooks WHERE
    EXISTS (SELECT 1 FROM hook_outbox WHERE hook_id = event_hooks.id AND delivery_id IS NULL)
    OR EXISTS (SELECT 1 FROM hook_deliveries WHERE hook_id = event_hooks.id AND status = 'PENDING')`
  return (await service.store.read.all<{ id: string }>(sql)).map(({ id }) => id)
}

/** A delivery that is about to be sent. */
export interface Taken {
  hook: OpenedHook
  delivery: DeliveryRow
}

/**
 * The next delivery of a hook: one that was begun, else one made of what waits. Its events are taken off the day's allowance.
 * @returns null when there is nothing to send, `day spent` when it has to wait for the next day
 */
export async function takeDelivery(service: Service, hookId: string): Promise<Taken | 'day spent' | null> {
  const hook = await requireEventHook(service, hookId).catch(() => null)
  if (!hook || !isListening(hook.row)) return null
  const { read } = service.store
  if (!(await firstPending(read, hookId)) && !(await waiting(read, hookId, 1)).length) return null
  if ((await leftToday(service)) === 0) return 'day spent'
  const id = randomUUID()
  const delivery = await service.write(systemAct(id), (unit) => claim(service, unit, hookId, id), { changes: [] })
  return typeof delivery === 'object' ? delivery && { hook, delivery } : delivery
}

async function claim(service: Service, unit: Unit, hookId: string, id: string) {
  const left = await leftToday(service, unit.statements)
  const size = Math.min(left, LIMITS.hookBatch)
  const delivery = (await firstPending(unit.statements, hookId)) ?? (await formDelivery(unit, hookId, id, size))
  if (delivery ? delivery.event_count > left : left === 0) return 'day spent'
  if (delivery) await takeFromToday(unit.statements, unit.now, delivery.event_count)
  return delivery
}

const firstPending = (read: Statements, hookId: string) =>
  read.first<DeliveryRow>(
    `SELECT * FROM hook_deliveries WHERE hook_id = ? AND status = 'PENDING' ORDER BY sequence LIMIT 1`,
    [hookId],
  )

const waiting = (read: Statements, hookId: string, limit: number) =>
  read.all<{ sequence: number; event_type: string | null }>(
    `SELECT hook_outbox.sequence, event_type FROM hook_outbox LEFT JOIN log_events ON uuid = event_uuid
     WHERE hook_id = ? AND delivery_id IS NULL ORDER BY hook_outbox.sequence LIMIT ?`,
    [hookId, limit],
  )

/** Makes one request of the events that wait longest; its id stays the same however often it is sent. */
async function formDelivery(
  { statements, now }: Unit,
  hookId: string,
  id: string,
  size: number,
): Promise<DeliveryRow | null> {
  const events = await waiting(statements, hookId, size)
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
