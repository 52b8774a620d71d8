import type { Logger } from '#server/log.ts'
import { sealLog } from '#operations/audit/proof/seal-log.ts'
import type { Service } from '#operations/service.ts'
import type { Job } from './job.ts'

const EVERY_MS = 60_000

/**
 * Seals the log at the start, each minute in which events came, and at the end. WHY a failure is only logged: a full
 * disk or a folder without write access passes, and the next seal covers what this one would have.
 */
export function startSealing(service: Service, log: Logger, everyMs = EVERY_MS): Job {
  let sealing: Promise<unknown> = Promise.resolve()
  const seal = () => {
    sealing = sealing
      .then(() => sealLog(service))
      .catch((error: unknown) => log.error({ err: error }, 'the audit log could not be sealed; it is tried again'))
  }
  seal()
  const timer = setInterval(seal, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      seal()
      await sealing
    },
  }
}
