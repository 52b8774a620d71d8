import type { Logger } from '#server/log.ts'
import { clearOldRequests } from '#operations/connections/journal.ts'
import type { Service } from '#operations/service/service.ts'
import type { BackgroundTask } from './background-task.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 3_600_000

/** Removes old requests from the journals of connections, soon after the start and every hour. */
export function startClearingRemoteRequests(service: Service, log: Logger, firstAfterMs: number): BackgroundTask {
  return startPeriodic({
    ...{ everyMs: EVERY_MS, firstAfterMs },
    work: () => clearOldRequests(service),
    onError: (error) => log.error({ err: error }, 'old requests to remotes could not be removed; it is tried again'),
  })
}
