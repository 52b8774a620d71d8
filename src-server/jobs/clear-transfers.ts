import type { Logger } from '#server/log.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { forgetExports, pruneExports } from '#operations/audit/transfer/exports.ts'
import { resumeRemovals } from '#operations/audit/transfer/remove-import.ts'
import { clearTransferFolder } from '#operations/audit/transfer/transfer-folder.ts'
import type { Service } from '#operations/service.ts'
import type { BackgroundTask } from './background-task.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 300_000

/** Removes what a crash left of exports and imports; at the end, all files. To be called before jobs begin. */
export async function startClearingTransfers(
  service: Service,
  log: Logger,
  everyMs = EVERY_MS,
): Promise<BackgroundTask> {
  const onError = (error: unknown) => log.warn({ err: error }, 'files of exports and imports could not be removed')
  const clear = () => clearTransferFolder(service.store).catch(onError)
  await clear()
  await service
    .write(systemContext(), async (tx) => {
      await forgetExports(tx)
      await resumeRemovals(tx)
    })
    .catch(onError)
  const pruning = startPeriodic({ everyMs, work: () => pruneExports(service), onError })
  return {
    async stop() {
      await pruning.stop()
      await clear()
    },
  }
}
