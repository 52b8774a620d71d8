import type { DeliveryAttempt } from '#contract/hooks/event-hook.ts'
import { failed, targetOf } from '#contract/log/targets.ts'
import { hookDeliveries } from '#db/tables/event-hooks.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Service } from '../service/service.ts'
import type { ClaimedDelivery } from './claim-delivery.ts'
import { pruneDeliveries } from './deliveries.ts'
import { shownAddress } from './endpoint-address.ts'

/** Only redelivery by hand makes more attempts than two; the last ones are kept. */
const MAX_ATTEMPTS = 10

/** Writes the outcome of a delivery, with its event; a hook that was deleted meanwhile leaves none. @param reason null for success */
export async function settleDelivery(
  service: Service,
  { hook, delivery }: ClaimedDelivery,
  attempts: readonly DeliveryAttempt[],
  reason: string | null,
): Promise<void> {
  await service.write(systemContext(delivery.id), async (tx) => {
    const stored = await hookDeliveries.get(tx, delivery.id)
    if (!stored) return
    const status = reason === null ? 'DELIVERED' : 'FAILED'
    const all = [...delivery.attempts, ...attempts].slice(-MAX_ATTEMPTS)
    await hookDeliveries.update(tx, stored, { status, reason, attempts: all, completed: tx.now })
    await pruneDeliveries(tx, hook.record.id, status)
    tx.record({
      type: 'event_hook.delivery',
      targets: [targetOf('eventHook', hook.record)],
      outcome: reason === null ? undefined : failed(reason),
      debugData: {
        deliveryId: delivery.id,
        url: shownAddress(hook.record.channel.uri),
        eventCount: delivery.eventCount,
        attempts: attempts.length,
        responseStatus: attempts.at(-1)?.status ?? null,
        durationMs: attempts.reduce((sum, { durationMs }) => sum + durationMs, 0),
      },
    })
  })
}
