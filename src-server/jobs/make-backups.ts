import type { Logger } from '#server/log.ts'
import { backUpAutomatically } from '#operations/backups/automatic-backup.ts'
import type { Service } from '#operations/service/service.ts'
import type { BackgroundTask } from './background-task.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 3_600_000

/**
 * Checks soon after the start and every hour whether the workspace needs a backup. A new workspace has nothing to lose yet; its first
 * backup is an hour later.
 */
export function startBackups(service: Service, log: Logger, firstAfterMs: number): BackgroundTask {
  const stopping = new AbortController()
  let isNew = service.store.created
  const task = startPeriodic({
    ...{ everyMs: EVERY_MS, firstAfterMs },
    work: async () => {
      if (!isNew) await backUpAutomatically(service, stopping.signal)
      isNew = false
    },
    onError: (error) => log.error({ err: error }, 'the automatic backup failed; it is tried again'),
  })
  return {
    stop() {
      stopping.abort()
      return task.stop()
    },
  }
}
