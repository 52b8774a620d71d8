import type { Tx } from '#audit-log/transaction.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { JobOutcome, JobWork } from '../../jobs/job-work.ts'
import { activeJob, queueJob } from '../../jobs/queue-job.ts'
import type { Service } from '../../service/service.ts'
import { forgetValues, openRemoval } from './forget-values.ts'
import { missingBlocks, packColumns } from './pack-columns.ts'

/** Asks for the columns of blocks that are full, unless that is asked for already or none is missing. */
export async function queueColumns(tx: Tx): Promise<void> {
  if (!(await missingBlocks(tx)).length || (await activeJob(tx, 'logColumns'))) return
  await queueJob(tx, { type: 'logColumns', input: null })
}

/** The same for who only reads: nothing is written where nothing is missing. */
export async function requestColumns({ reader, write }: Pick<Service, 'reader' | 'write'>): Promise<void> {
  if ((await missingBlocks(reader)).length && !(await activeJob(reader, 'logColumns')))
    await write(systemContext(), queueColumns)
}

/** At the start of the service: as {@link queueColumns}, also where removed events may have left values behind. */
export async function queueColumnsAtStart(tx: Tx): Promise<void> {
  if ((await openRemoval(tx)) === null || (await activeJob(tx, 'logColumns'))) return queueColumns(tx)
  await queueJob(tx, { type: 'logColumns', input: null })
}

/** Forgets the values that only removed events had, then makes the columns that are missing. */
export async function runColumns({
  service,
  signal,
  report,
}: JobWork<'logColumns'>): Promise<JobOutcome<'logColumns'>> {
  await forgetValues(service)
  await packColumns(service, { signal, onProgress: (done, total) => report({ done, total }) })
  return {}
}
