import type { Logger } from '#server/log.ts'
import { requestRetention } from '#operations/audit/proof/retention-job.ts'
import type { Service } from '#operations/service/service.ts'
import type { BackgroundTask } from './background-task.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 3_600_000

/** Queues the removal of events past the retention period, soon after the start and every hour. */
export function startRetention(service: Service, log: Logger, firstAfterMs: number): BackgroundTask {
  return startPeriodic({
    ...{ everyMs: EVERY_MS, firstAfterMs },
    work: () => requestRetention(service),
    onError: (error) => log.error({ err: error }, 'old events could not be looked for; it is tried again'),
  })
}
