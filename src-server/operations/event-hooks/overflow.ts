import { randomUUID } from 'node:crypto'
import { failed, targetOf } from '#contract/log/targets.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { eventHooks, hookDeliveries } from '#db/tables/event-hooks.ts'
import type { Service } from '../service/service.ts'
import { hookBounds } from './bounds.ts'
import { pruneDeliveries } from './deliveries.ts'
import { deleteQueued, firstTooMany, readOverflow, type Overflow } from './event-hooks.sql.ts'

/**
 * Drops the newest events from a queue that has become too long: the log still holds them, and one failed delivery, with its event,
 * names their time. WHY the newest: the rest keeps its order, without a gap.
 */
export async function dropOverflow(service: Service, hookId: string): Promise<void> {
  const { eventsWaiting } = hookBounds(service)
  const from = await firstTooMany(service.reader, hookId, eventsWaiting)
  if (from === undefined) return
  const id = randomUUID()
  await service.write(systemContext(id), (tx) => dropFrom(tx, hookId, from, id))
}

async function dropFrom(tx: Tx, hookId: string, from: number, id: string): Promise<void> {
  const hook = await eventHooks.get(tx, hookId)
  const overflow = await readOverflow(tx, hookId, from)
  if (!hook || !overflow?.count) return
  const { count: eventCount, types } = overflow
  const reason = reasonOf(overflow)
  const settled = { status: 'FAILED', reason, created: tx.now, completed: tx.now } as const
  await hookDeliveries.insert(tx, { id, hookId, eventCount, eventTypes: JSON.parse(types) as string[], ...settled })
  await deleteQueued(tx, hookId, from)
  await pruneDeliveries(tx, hookId, 'FAILED')
  const debugData = { deliveryId: id, eventCount, attempts: 0 }
  tx.record({ type: 'event_hook.delivery', targets: [targetOf('eventHook', hook)], outcome: failed(reason), debugData })
}

function reasonOf({ count, first, last }: Overflow): string {
  const events = count === 1 ? '1 event' : `${count} events`
  const when = first ? (first === last ? ` of ${first}` : ` from ${first} to ${last}`) : ''
  return `the queue was full: ${events}${when} left out; the log holds them`
}
