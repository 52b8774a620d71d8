import type { Logger } from '#server/log.ts'
import { expireAllInTime } from '#operations/directory/passwords/password-age.ts'
import type { Service } from '#operations/service/service.ts'
import type { BackgroundTask } from './background-task.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 3_600_000

/** Expires passwords that are older than the PASSWORD policy of the person allows, at the start and every hour. */
export function startExpiringPasswords(service: Service, log: Logger, everyMs = EVERY_MS): BackgroundTask {
  return startPeriodic({
    everyMs,
    work: () => expireAllInTime(service),
    onError: (error) => log.error({ err: error }, 'passwords that are too old could not be expired; it is tried again'),
  })
}
