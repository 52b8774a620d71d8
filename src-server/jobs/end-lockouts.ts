import type { Logger } from '#server/log.ts'
import { unlockAllInTime } from '#operations/directory/passwords/lockout.ts'
import type { Service } from '#operations/service/service.ts'
import type { BackgroundTask } from './background-task.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 60_000

/** Lets people in again within a minute, and at the start, whose lockout has lasted as long as their PASSWORD policy says. */
export function startEndingLockouts(service: Service, log: Logger, everyMs = EVERY_MS): BackgroundTask {
  return startPeriodic({
    everyMs,
    work: () => unlockAllInTime(service),
    onError: (error) => log.error({ err: error }, 'lockouts that are over could not be ended; it is tried again'),
  })
}
