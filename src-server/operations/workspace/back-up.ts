import { systemContext } from '#audit-log/request-context.ts'
import type { Service } from '../service.ts'
import { writeSetting } from '../settings.ts'

/** Copies the whole workspace to another file while it stays in use, and remembers when. */
export async function backUpWorkspace({ store, write }: Pick<Service, 'store' | 'write'>, to: string): Promise<void> {
  await store.backup(to)
  // What is lost takes no notes; the copy is what is wanted then.
  if (store.fileState() !== 'IN_PLACE') return
  await write(systemContext(), (tx) => writeSetting(tx, 'lastBackup', tx.now))
}
