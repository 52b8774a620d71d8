import type { DeliveryAttempt, DeliveryStatus } from '../../contract/event-hook.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Statements } from '../../db/statements.ts'
import { systemAct } from '../audit/system-act.ts'
import { eventHookTarget, failed } from '../audit/targets.ts'
import type { Service } from '../service.ts'
import { shownAddress } from './endpoint-address.ts'
import type { Taken } from './take-delivery.ts'

/** The last attempts that are kept; only redelivery by hand makes more than two. */
const ATTEMPTS_KEPT = 10

/** Notes what came of a delivery, with its event; a hook that was deleted meanwhile leaves none. */
export async function recordDelivery(
  service: Service,
  { hook, delivery }: Taken,
  attempts: readonly DeliveryAttempt[],
  reason: string | null,
): Promise<void> {
  const kept = [...(JSON.parse(delivery.attempts) as DeliveryAttempt[]), ...attempts].slice(-ATTEMPTS_KEPT)
  const status = reason === null ? 'DELIVERED' : 'FAILED'
  await service.write(
    systemAct(delivery.id),
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
export async function prune(statements: Statements, hookId: string, status: DeliveryStatus): Promise<void> {
  const sql = `DELETE FROM hook_deliveries WHERE hook_id = ?1 AND status = ?2 AND sequence <=
    (SELECT sequence FROM hook_deliveries WHERE hook_id = ?1 AND status = ?2
     ORDER BY sequence DESC LIMIT 1 OFFSET ${LIMITS.hookDeliveriesKept})`
  await statements.run(sql, [hookId, status])
}
