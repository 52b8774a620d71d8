import type { Tx } from '#audit-log/transaction.ts'
import { logImports, type LogImportRecord } from '#db/tables/log-imports.ts'
import { readKnownAgain, stopBelongingTo } from '../../connections/follow.ts'
import type { JobOutcome, JobWork } from '../../jobs/job-work.ts'
import { activeJob, queueJob, requestCancel } from '../../jobs/queue-job.ts'
import { ofImport } from '../proof/removals.sql.ts'
import { removeAll } from '../proof/retention.ts'
import { targetOf } from './imports.ts'
import { countOfImport } from './transfer.sql.ts'

/**
 * Gives up an import, or begins to take out what came with it, which may last; it is gone when that is done.
 * @throws ApiError E0000007; E0000001 for the log of a connection that follows it
 */
export async function removeImport(tx: Tx, id: string): Promise<void> {
  const row = await logImports.require(tx, id)
  tx.authorize('system.import.session.cancelled', [targetOf(row)], 'never')
  if (await activeJob(tx, 'logImportRemoval', id)) return
  await stopBelongingTo(tx, id)
  const running = await activeJob(tx, 'logImport', id)
  if (running) await requestCancel(tx, running)
  await queueRemoval(tx, row)
  // INVARIANT: the newest event of a log is never removed; from here on that is this one, not one of the import's.
  tx.record({ type: 'system.import.session.cancelled', targets: [targetOf(row)] })
}

async function queueRemoval(tx: Tx, row: LogImportRecord): Promise<void> {
  await logImports.update(tx, row, { state: 'CANCELLED' })
  await queueJob(tx, { type: 'logImportRemoval', input: null, name: row.name, subjectId: row.id })
}

/** Takes out the events of an import, then the import; where it cannot, the import stays to be removed again. */
export async function runImportRemoval({
  service,
  subjectId,
  signal,
  report,
}: JobWork<'logImportRemoval'>): Promise<JobOutcome<'logImportRemoval'>> {
  report({ total: await countOfImport(service.reader, subjectId) })
  await removeAll(service, ofImport(subjectId), 'sequence', { signal, onProgress: (done) => report({ done }) })
  return {
    async write(tx) {
      await logImports.remove(tx, { id: subjectId })
      await readKnownAgain(tx)
    },
  }
}

/** Goes on with removals that an older version of the program left unfinished, without a job. */
export async function resumeRemovals(tx: Tx): Promise<void> {
  for (const row of await logImports.findAll(tx, { where: { state: 'CANCELLED' }, order: ['created'] }))
    if (!(await activeJob(tx, 'logImportRemoval', row.id))) await queueRemoval(tx, row)
}
