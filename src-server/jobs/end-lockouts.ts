import type { Logger } from '#server/log.ts'
import { unlockAllInTime } from '#operations/directory/passwords/lockout.ts'
import type { Service } from '#operations/service/service.ts'
import type { BackgroundTask } from './background-task.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 60_000

/** Ends lockouts after the time in the PASSWORD policy of the person, at the start and every minute. */
export function startEndingLockouts(service: Service, log: Logger, everyMs = EVERY_MS): BackgroundTask {
  return startPeriodic({
    everyMs,
    work: () => unlockAllInTime(service),
    onError: (error) => log.error({ err: error }, 'lockouts that are over could not be ended; it is tried again'),
  })
}
