import { Op } from 'sequelize'
import { invalid, notFound } from '#contract/interface/api-error.ts'
import type { DeliveryStatus, HookDelivery } from '#contract/hooks/event-hook.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import { targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, invalidCursor, type Page } from '#db/page.ts'
import { eventHooks, hookDeliveries, type HookDeliveryRecord } from '#db/tables/event-hooks.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { isListening } from './event-hooks.ts'
import { eventsOfDelivery, hasEvents, oldDeliveries } from './event-hooks.sql.ts'
import { TEST_EVENT } from './outbox.ts'

export function deliveryView({ sequence: _, hookId: __, ...delivery }: HookDeliveryRecord): HookDelivery {
  return delivery
}

/** Deliveries of a hook, the newest first. */
export async function listDeliveries(
  reader: Reader,
  hookId: string,
  query: { status?: DeliveryStatus; limit: number; after?: string },
): Promise<Page<HookDeliveryRecord>> {
  await eventHooks.require(reader, hookId)
  const { status, limit, after = String(Number.MAX_SAFE_INTEGER) } = query
  if (!/^\d{1,16}$/.test(after)) throw invalidCursor()
  const visible = reader.visible('read', 'hookDelivery').condition
  const rows = await hookDeliveries.findAll(reader, {
    where: { hookId, sequence: { [Op.lt]: Number(after) }, ...(status && { status }), ...sqlCondition(visible) },
    order: [['sequence', 'DESC']],
    limit: limit + 1,
  })
  return cutPage(rows, limit, ({ sequence }) => String(sequence))
}

/** @throws ApiError E0000007 */
export async function requireDelivery(reader: Reader, hookId: string, deliveryId: string): Promise<HookDeliveryRecord> {
  const delivery = await hookDeliveries.findOne(reader, { where: { hookId, id: deliveryId } })
  if (!delivery) throw notFound(deliveryId, 'HookDelivery')
  return delivery
}

/** The request body of a delivery (spec/4 §3.2); events that the log no longer holds are missing from it. @param url of the service */
export async function deliveryBody(reader: Reader, url: string, { id, hookId, created }: HookDeliveryRecord) {
  const events = await eventsOfDelivery(reader, id)
  return {
    eventType: 'com.svc.event_hook',
    eventTypeVersion: '1.0',
    cloudEventsVersion: '0.1',
    contentType: 'application/json',
    eventId: id,
    eventTime: created,
    source: `${url}/api/v1/eventHooks/${hookId}`,
    data: { events: events.map((payload) => JSON.parse(payload) as LogEvent) },
  }
}

const notListening = () => invalid('status', 'the event hook must be active and verified', 'path')

/** Puts a delivery back in line, whatever its outcome. @throws ApiError E0000001 where no worker would send it, or it is empty */
export async function redeliver(tx: Tx, hookId: string, deliveryId: string): Promise<void> {
  const hook = await eventHooks.require(tx, hookId)
  const delivery = await requireDelivery(tx, hookId, deliveryId)
  const type = 'gatehouse.event_hook.redeliver'
  tx.authorize(type, [targetOf('eventHook', hook)], 'well-formed')
  if (!isListening(hook)) throw notListening()
  if (!(await hasEvents(tx, deliveryId)))
    throw invalid('deliveryId', 'its events were left out of the queue; find them in the log', 'path')
  await hookDeliveries.update(tx, delivery, { status: 'PENDING', reason: null, completed: null })
  tx.record({ type, targets: [targetOf('eventHook', hook)], debugData: { delivery: deliveryId } })
}

/** Writes an event that goes to this hook alone. @throws ApiError E0000001 where no worker would send it */
export async function sendTestEvent(tx: Tx, hookId: string): Promise<void> {
  const hook = await eventHooks.require(tx, hookId)
  tx.authorize(TEST_EVENT, [targetOf('eventHook', hook)], 'well-formed')
  if (!isListening(hook)) throw notListening()
  tx.record({ type: TEST_EVENT, targets: [targetOf('eventHook', hook)] })
}

/** Keeps the newest deliveries of each outcome. */
export async function pruneDeliveries(tx: Tx, hookId: string, status: DeliveryStatus): Promise<void> {
  const old = await oldDeliveries(tx, hookId, status, LIMITS.hookDeliveriesKept)
  for (const delivery of old) await hookDeliveries.remove(tx, delivery)
}
