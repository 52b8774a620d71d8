import type { Logger } from '#server/log.ts'
import { clearEndedSessions } from '#operations/sign-in/sessions.ts'
import type { Service } from '#operations/service/service.ts'
import type { BackgroundTask } from './background-task.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 60_000

/** Removes expired sessions, at the start and every minute. */
export function startClearingSessions(service: Service, log: Logger, everyMs = EVERY_MS): BackgroundTask {
  return startPeriodic({
    everyMs,
    work: () => clearEndedSessions(service),
    onError: (error) => log.error({ err: error }, 'ended sessions could not be cleared; it is tried again'),
  })
}
