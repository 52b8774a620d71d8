import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyDatabase } from '#db/copy-database.ts'
import { loadDriver } from '#db/driver.ts'
import { openReader } from '#operations/audit/proof/verify-file.ts'
import type { Service } from '#operations/service/service.ts'
import { withClosedWorkspace } from './closed-workspace.ts'

/**
 * Works on a copy of a workspace, as of one moment, so that it may be in use; nothing of the workspace itself is changed. The copy is removed at
 * the end.
 * @throws StartError
 */
export async function withCopiedWorkspace<T>(data: string, work: (service: Service) => Promise<T>): Promise<T> {
  // Before the folder is made: what is no file leaves nothing behind.
  const reader = await openReader(await loadDriver(), data)
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-copy-'))
  try {
    const copy = join(folder, 'copy.sqlite')
    await copyDatabase(Promise.resolve(reader), copy)
    return await withClosedWorkspace(copy, '', work)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
