import { ApiError } from '#contract/interface/api-error.ts'
import type { WorkspaceBackup } from '#contract/gatehouse/backup.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { manualBackup } from '#db/backup-names.ts'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { explain } from '#db/explain-failure.ts'
import type { Service } from '../service/service.ts'
import { writeSetting } from '../service/settings.ts'
import { describeBackup } from './list-backups.ts'

/** Backs the workspace up beside its file, under a name with the moment in it; so it can also be saved where no desktop asks for a name. */
export async function backUpBeside(service: Pick<Service, 'store' | 'write' | 'now'>): Promise<WorkspaceBackup> {
  const created = service.now()
  const file = manualBackup(service.store.file, created)
  await backUpWorkspace(service, file).catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error
    throw new ApiError('E0000010', { causes: [{ errorSummary: error.message }] })
  })
  return describeBackup({ file, kind: 'MANUAL', created })
}

/**
 * Copies the whole workspace to another file while it stays in use, and remembers when.
 * @throws StartError such as DISK_FULL; nothing is left at `to` then
 */
export async function backUpWorkspace({ store, write }: Pick<Service, 'store' | 'write'>, to: string): Promise<void> {
  await store.backup(to).catch((error: unknown) => {
    throw explain(error, to)
  })
  // What is lost takes no notes; the copy is what is wanted then.
  if (store.fileState() !== 'IN_PLACE') return
  await write(systemContext(), (tx) => writeSetting(tx, 'lastBackup', tx.now))
}
