import { ApiError } from '#contract/interface/api-error.ts'
import { isActive, JOB_TYPES, type JobType } from '#contract/gatehouse/job.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { jobs, type JobRecord } from '#db/tables/jobs.ts'
import { removeImport } from '../audit/transfer/remove-import.ts'
import { cancelGroupRules } from '../directory/group-rules/cancel.ts'
import { cancelDirectoryJob } from '../directory/transfer/imports.ts'
import type { JobInputs } from './job-inputs.ts'
import { requestCancel } from './queue-job.ts'

/** Types for which giving up is more than to stop. */
const CANCELLATIONS: Partial<Record<JobType, (tx: Tx, subjectId: string, job: JobRecord) => Promise<void>>> = {
  logImport: removeImport,
  directoryCheck: cancelDirectoryJob,
  directoryImport: cancelDirectoryJob,
  groupRules: async (tx, _, job) => {
    await cancelGroupRules(tx, job.input as JobInputs['groupRules'])
    await requestCancel(tx, job)
  },
}

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
  const cancel = CANCELLATIONS[job.type]
  const hasSubject = job.subjectId !== null || job.type === 'groupRules'
  await (cancel && hasSubject ? cancel(tx, job.subjectId ?? '', job) : requestCancel(tx, job))
}
