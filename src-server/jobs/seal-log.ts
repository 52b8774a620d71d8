import type { Logger } from '#server/log.ts'
import { sealLog } from '#operations/audit/proof/seal-log.ts'
import type { Service } from '#operations/service/service.ts'
import type { BackgroundTask } from './background-task.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 60_000

/**
 * Seals the log at the start, every minute if there are new events, and at the end. WHY a failure is only logged: a full
 * disk or a folder without write access is temporary, and the next seal covers the same events. A finding about the log stays until it
 * is accepted; it is logged once.
 */
export function startSealing(service: Service, log: Logger, everyMs = EVERY_MS): BackgroundTask {
  let said = ''
  const say = (error: unknown) => {
    const message = String(error)
    if (message !== said) log.error({ err: error }, 'the audit log could not be sealed; it is tried again')
    said = message
  }
  return startPeriodic({
    everyMs,
    work: async () => {
      await sealLog(service)
      said = ''
    },
    onError: say,
    alsoAtStop: true,
  })
}
