import { systemContext, type RequestContext } from '#audit-log/request-context.ts'
import type { Service } from '../../service.ts'
import { removeAll } from '../proof/retention.ts'
import { importsOf, targetOf } from './import-jobs.ts'
import { requireImport } from './list-imports.ts'

/**
 * Gives up an import, or begins to take out what came with it, which may last; it is gone when that is done.
 * @throws E0000007
 */
export async function removeImport(service: Service, context: RequestContext, id: string): Promise<void> {
  const view = await requireImport(service, id)
  const { jobs, removing } = importsOf(service)
  if (removing.has(id)) return
  removing.set(id, { ...view, state: 'CANCELLED' })
  jobs.get(id)?.abort.abort()
  const work = service.write(context, async (tx) => {
    await tx.run("UPDATE log_imports SET state = 'CANCELLED' WHERE id = ?", [id])
    // INVARIANT: the newest event of a log is never removed; from here on that is this one, not one of the import's.
    tx.record({ type: 'system.import.session.cancelled', targets: [targetOf(view)] })
  })
  await work.catch((error: unknown) => {
    removing.delete(id)
    throw error
  })
  beginRemoval(service, id)
}

function beginRemoval(service: Service, id: string): void {
  const imports = importsOf(service)
  imports.tail = imports.tail.then(() => takeOut(service, id)).catch(() => void imports.removing.delete(id))
}

/** Takes out the events of an import, then the import; where it cannot, the import stays to be removed again. */
async function takeOut(service: Service, id: string): Promise<void> {
  const { stopping, removing, jobs } = importsOf(service)
  const { signal } = stopping
  const view = { ...(await requireImport(service, id)) }
  const sql = 'SELECT count(*) AS count FROM log_events WHERE import_id = ?'
  const before = (await service.reader.first<{ count: number }>(sql, [id]))?.count ?? 0
  const report = (removed: number) => removing.set(id, { ...view, state: 'CANCELLED', added: before - removed })
  report(0)
  await removeAll(service, { text: 'import_id = ?', params: [id] }, 'sequence', { signal, onProgress: report })
  if (signal.aborted) return
  await service.write(systemContext(), (tx) => tx.run('DELETE FROM log_imports WHERE id = ?', [id]))
  jobs.delete(id)
  removing.delete(id)
}

/** Goes on with removals that the last run left unfinished. */
export async function resumeImports(service: Service): Promise<void> {
  const sql = "SELECT id FROM log_imports WHERE state = 'CANCELLED' ORDER BY created"
  for (const { id } of await service.reader.all<{ id: string }>(sql)) beginRemoval(service, id)
}
