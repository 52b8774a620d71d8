import type { Logger } from '#server/log.ts'
import { endSupportAccess } from '#operations/organization/support-access.ts'
import type { Service } from '#operations/service/service.ts'
import type { BackgroundTask } from './background-task.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 60_000

/** Records the end of the vendor's support access, at the start and every minute. */
export function startEndingSupportAccess(service: Service, log: Logger, everyMs = EVERY_MS): BackgroundTask {
  return startPeriodic({
    everyMs,
    work: () => endSupportAccess(service),
    onError: (error) =>
      log.error({ err: error }, 'the end of the support access could not be noted; it is tried again'),
  })
}
