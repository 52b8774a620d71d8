import { stat } from 'node:fs/promises'
import type { WorkspaceBackup } from '#contract/gatehouse/workspace.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Service } from '../service.ts'
import { writeSetting } from '../settings.ts'

/** Backs the workspace up beside its file, under a name with the moment in it; so it can also be saved where no desktop asks for a name. */
export async function backUpBeside(service: Pick<Service, 'store' | 'write' | 'now'>): Promise<WorkspaceBackup> {
  const file = `${service.store.file}.${service.now().replaceAll(/[-:.]/g, '')}.backup`
  await backUpWorkspace(service, file)
  return { file, sizeBytes: (await stat(file)).size }
}

/** Copies the whole workspace to another file while it stays in use, and remembers when. */
export async function backUpWorkspace({ store, write }: Pick<Service, 'store' | 'write'>, to: string): Promise<void> {
  await store.backup(to)
  // What is lost takes no notes; the copy is what is wanted then.
  if (store.fileState() !== 'IN_PLACE') return
  await write(systemContext(), (tx) => writeSetting(tx, 'lastBackup', tx.now))
}
