import type { Logger } from '#server/log.ts'
import { hookBounds } from '#operations/event-hooks/bounds.ts'
import { hooksWithWork } from '#operations/event-hooks/event-hooks.sql.ts'
import type { TriggerListener } from '#operations/service/outbox.ts'
import type { Service } from '#operations/service/service.ts'
import { createHookWorker, type HookWorker } from './hook-worker.ts'
import type { BackgroundTask } from './background-task.ts'

/**
 * Sends the queued events of hooks, and continues where the last run stopped. Each hook has its own worker, so that no hook
 * waits for another; there are at most `listeningHooks` (spec/4 §3.2).
 */
export function startHookDelivery(service: Service, log: Logger): BackgroundTask {
  const workers = new Map<string, HookWorker>()
  let stopped = false
  let dayTold = ''

  const onDailyLimit = () => {
    const day = service.now().slice(0, 10)
    if (dayTold === day) return
    dayTold = day
    log.warn({ day, events: hookBounds(service).eventsPerDay }, 'the events that hooks may be sent in a day are sent')
  }
  const workerOf = (hookId: string): HookWorker => {
    const known = workers.get(hookId)
    if (known) return known
    const worker = createHookWorker({ service, hookId, log, onDailyLimit })
    workers.set(hookId, worker)
    return worker
  }
  const trigger: TriggerListener = (hookIds, options) => {
    if (!stopped) for (const hookId of hookIds) workerOf(hookId).trigger(options)
  }

  service.outbox.onTrigger(trigger)
  const begun = hooksWithWork(service.reader).then((hookIds) => trigger(hookIds, { manual: false }))
  begun.catch((error: unknown) => log.error({ err: error }, 'queued events of hooks could not be read'))

  return {
    async stop() {
      stopped = true
      service.outbox.onTrigger(null)
      await begun.catch(() => {})
      await Promise.all([...workers.values()].map((worker) => worker.stop()))
    },
  }
}
