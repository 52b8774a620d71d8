import { ApiError } from '#contract/interface/api-error.ts'
import { isActive, JOB_TYPES } from '#contract/gatehouse/job.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { jobs } from '#db/tables/jobs.ts'
import { requestCancel } from './queue-job.ts'

/**
 * Asks a job to end. One that has ended stays as it is.
 * @throws ApiError E0000007; E0000107 for a type that cannot be cancelled
 */
export async function cancelJob(tx: Tx, id: string): Promise<void> {
  const job = await jobs.require(tx, id)
  if (!isActive(job.state)) return
  const { isCancellable, title } = JOB_TYPES[job.type]
  if (!isCancellable)
    throw new ApiError('E0000107', {
      causes: [{ errorSummary: `${title}: cannot be cancelled; it goes on to its end` }],
    })
  // For some types giving up is more than to stop.
  const cancel = tx.consequences.jobCancelled[job.type]
  const hasSubject = job.subjectId !== null || job.type === 'groupRules'
  await (cancel && hasSubject ? cancel(tx, job.subjectId ?? '', job) : requestCancel(tx, job))
}
