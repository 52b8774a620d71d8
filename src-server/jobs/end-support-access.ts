import type { Logger } from '#server/log.ts'
import { endSupportAccess } from '#operations/organization/support-access.ts'
import type { Service } from '#operations/service/service.ts'
import type { BackgroundTask } from './background-task.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 60_000

/** Notes within a minute, and at the start, that the access of the vendor's support has come to its end. */
export function startEndingSupportAccess(service: Service, log: Logger, everyMs = EVERY_MS): BackgroundTask {
  return startPeriodic({
    everyMs,
    work: () => endSupportAccess(service),
    onError: (error) =>
      log.error({ err: error }, 'the end of the support access could not be noted; it is tried again'),
  })
}
