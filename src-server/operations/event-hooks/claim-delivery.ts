import { randomUUID } from 'node:crypto'
import { LIMITS } from '#contract/interface/limits.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { Reader } from '#db/connection.ts'
import { eventHooks, hookDeliveries, type HookDeliveryRecord } from '#db/tables/event-hooks.ts'
import type { Service } from '../service/service.ts'
import { hookBounds } from './bounds.ts'
import { leftToday, takeFromToday } from './daily-allowance.ts'
import { isListening, openHook, type OpenedHook } from './event-hooks.ts'
import { putIntoDelivery, queuedEvents } from './event-hooks.sql.ts'

/** A delivery that is about to be sent. */
export interface ClaimedDelivery {
  hook: OpenedHook
  delivery: HookDeliveryRecord
}

/** The organization has sent as many events as it may today. */
export const DAILY_LIMIT = Symbol('daily limit')

/**
 * The next delivery of a hook: one that was begun, else one made of the queued events. Its events are taken off the day's allowance.
 * @returns null when there is nothing to send, {@link DAILY_LIMIT} when it has to wait for the next day
 */
export async function claimDelivery(
  service: Service,
  hookId: string,
): Promise<ClaimedDelivery | typeof DAILY_LIMIT | null> {
  const { reader } = service
  const record = await eventHooks.get(reader, hookId)
  if (!record || !isListening(record)) return null
  const hook = await openHook(service.secretBox, record)
  if (!(await firstPending(reader, hookId)) && !(await queuedEvents(reader, hookId, 1)).length) return null
  const { eventsPerDay } = hookBounds(service)
  if ((await leftToday(reader, service.now(), eventsPerDay)) === 0) return DAILY_LIMIT
  const id = randomUUID()
  const delivery = await service.write(systemContext(id), (tx) => claim(tx, hookId, id, eventsPerDay))
  return typeof delivery === 'object' ? delivery && { hook, delivery } : delivery
}

async function claim(tx: Tx, hookId: string, id: string, eventsPerDay: number) {
  const left = await leftToday(tx, tx.now, eventsPerDay)
  const size = Math.min(left, LIMITS.hookBatch)
  const delivery = (await firstPending(tx, hookId)) ?? (await formDelivery(tx, hookId, id, size))
  if (delivery ? delivery.eventCount > left : left === 0) return DAILY_LIMIT
  if (delivery) await takeFromToday(tx, tx.now, delivery.eventCount)
  return delivery
}

async function firstPending(reader: Reader, hookId: string): Promise<HookDeliveryRecord | null> {
  const where = { hookId, status: 'PENDING' } as const
  return (await hookDeliveries.findOne(reader, { where, order: ['sequence'] })) ?? null
}

/** Makes one request of the events that have waited longest. */
async function formDelivery(tx: Tx, hookId: string, id: string, size: number): Promise<HookDeliveryRecord | null> {
  const events = await queuedEvents(tx, hookId, size)
  const last = events.at(-1)
  if (!last) return null
  const eventTypes = [...new Set(events.flatMap(({ eventType }) => eventType ?? []))]
  await hookDeliveries.insert(tx, {
    id,
    hookId,
    status: 'PENDING',
    eventCount: events.length,
    eventTypes,
    created: tx.now,
  })
  await putIntoDelivery(tx, { id, hookId }, last.sequence)
  return firstPending(tx, hookId)
}
