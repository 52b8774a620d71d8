import type { Logger } from '#server/log.ts'
import { forgetValues, keepColumns, stopKeepingColumns } from '#operations/audit/count/pack-columns.ts'
import type { Service } from '#operations/service.ts'
import type { Job } from './job.ts'

/**
 * At the start, forgets what only removed events said, and makes what the log is counted by for events that came without
 * it, as from an older version; later, counting does.
 */
export function startKeepingLogColumns(service: Service, log: Logger): Job {
  const { store } = service
  const begun = forgetValues(store)
    .catch((error: unknown) => log.error({ err: error }, 'values of removed events could not be forgotten'))
    .then(() => void keepColumns(service))
  return { stop: () => begun.then(() => stopKeepingColumns(store)) }
}
