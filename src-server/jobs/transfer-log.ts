import type { Logger } from '#server/log.ts'
import { stopExports } from '#operations/audit/transfer/exports.ts'
import { stopImports } from '#operations/audit/transfer/import-jobs.ts'
import { resumeImports } from '#operations/audit/transfer/remove-import.ts'
import { clearTransferFolder } from '#operations/audit/transfer/transfer-folder.ts'
import type { Service } from '#operations/service.ts'
import type { Job } from './job.ts'

/**
 * Looks after exports and imports of the log, which requests begin: clears away what a crash left, goes on with removals,
 * and ends all when the service does.
 */
export async function startLogTransfer(service: Service, log: Logger): Promise<Job> {
  const clear = () =>
    clearTransferFolder(service.store).catch((error: unknown) =>
      log.warn({ err: error }, 'files of exports and imports could not be removed'),
    )
  await clear()
  await resumeImports(service)
  return {
    async stop() {
      await Promise.all([stopExports(service), stopImports(service)])
      await clear()
    },
  }
}
