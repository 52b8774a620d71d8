import type { Logger } from '../log.ts'
import { hookBounds } from '../operations/event-hooks/bounds.ts'
import { hooksWithWork } from '../operations/event-hooks/take-delivery.ts'
import type { Service } from '../operations/service.ts'
import { createCourier, type Courier } from './courier.ts'
import type { Job } from './job.ts'

/**
 * Sends what is queued for hooks, and goes on where the last run stopped. Each hook has a courier of its own, so that none
 * waits for another: at most `listeningHooks` of them are there at all (spec/4 §3.2).
 */
export function startHookDelivery(service: Service, log: Logger): Job {
  const couriers = new Map<string, Courier>()
  let stopped = false
  let dayTold = ''

  const onDaySpent = () => {
    const day = service.now().slice(0, 10)
    if (dayTold === day) return
    dayTold = day
    log.warn({ day, events: hookBounds(service).eventsPerDay }, 'the events that hooks may be sent in a day are sent')
  }
  const courierOf = (hookId: string): Courier => {
    const known = couriers.get(hookId)
    if (known) return known
    const courier = createCourier({ service, hookId, log, onDaySpent })
    couriers.set(hookId, courier)
    return courier
  }
  const wake = (hookIds: readonly string[], byHand: boolean) => {
    if (!stopped) for (const hookId of hookIds) courierOf(hookId).wake(byHand)
  }

  service.outbox.onWake(wake)
  const begun = hooksWithWork(service).then((hookIds) => wake(hookIds, false))
  begun.catch((error: unknown) => log.error({ err: error }, 'queued events of hooks could not be read'))

  return {
    async stop() {
      stopped = true
      service.outbox.onWake(null)
      await begun.catch(() => {})
      await Promise.all([...couriers.values()].map((courier) => courier.stop()))
    },
  }
}
