import type { Logger } from '#server/log.ts'
import { clearExpired } from '#operations/oauth/records.ts'
import type { Service } from '#operations/service/service.ts'
import type { BackgroundTask } from './background-task.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 60_000

/** Removes expired records of authorization servers, at the start and every minute. */
export function startClearingOAuthRecords(service: Service, log: Logger, everyMs = EVERY_MS): BackgroundTask {
  return startPeriodic({
    everyMs,
    work: () => clearExpired(service),
    onError: (error) => log.error({ err: error }, 'expired tokens could not be cleared; it is tried again'),
  })
}
