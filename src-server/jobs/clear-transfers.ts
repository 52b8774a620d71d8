import type { Logger } from '#server/log.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { forgetExports, pruneExports } from '#operations/audit/transfer/exports.ts'
import { resumeRemovals } from '#operations/audit/transfer/remove-import.ts'
import { clearTransferFolder } from '#operations/files/transfer-folder.ts'
import type { Service } from '#operations/service/service.ts'
import type { BackgroundTask } from './background-task.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 300_000

const tell = (log: Logger) => (error: unknown) =>
  log.warn({ err: error }, 'files of exports and imports could not be removed')

/** Removes the rest of exports and imports of the last run. Call it before new ones are requested. */
export async function clearTransfers(service: Service, log: Logger): Promise<void> {
  await clearTransferFolder(service.store).catch(tell(log))
  const work = service.write(systemContext(), async (tx) => {
    await forgetExports(tx)
    await resumeRemovals(tx)
  })
  await work.catch(tell(log))
}

/** Removes files of expired exports; at the end, all files. */
export function startClearingTransfers(service: Service, log: Logger, everyMs = EVERY_MS): BackgroundTask {
  const pruning = startPeriodic({ everyMs, work: () => pruneExports(service), onError: tell(log) })
  return {
    async stop() {
      await pruning.stop()
      await clearTransferFolder(service.store).catch(tell(log))
    },
  }
}
