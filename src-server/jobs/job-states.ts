import { isActive, JOB_TYPES } from '#contract/gatehouse/job.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { jobContext, systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { jobs, type JobRecord } from '#db/tables/jobs.ts'
import type { Logger } from '#server/log.ts'
import { activeJobs } from '#operations/jobs/queue-job.ts'
import { recordJobEnd } from '#operations/jobs/record-end.ts'
import type { JobEnd, JobProgress } from '#operations/memory/running-jobs.ts'
import type { Service } from '#operations/service/service.ts'
import { oldJobs } from './job-states.sql.ts'

/** Writes the final state of a job with the last writes of its work, and removes the oldest ended jobs beyond the limit. */
export async function endJob(
  service: Service,
  job: JobRecord,
  {
    write,
    state,
    problem,
    result,
    ...progress
  }: JobEnd & JobProgress & { write?: ((tx: Tx) => Promise<void>) | undefined },
): Promise<void> {
  await service.write(jobContext(job.principal, job.transactionId, job.changeReason), async (tx) => {
    const stored = await jobs.get(tx, job.id)
    // What the runner saw may be older than the end of the job.
    if (!stored || !isActive(stored.state)) return
    if (stored.cancelRequested) return cancelled(tx, stored, progress)
    // Work that writes its end also says it in the log, with what it found.
    if (write) await write(tx)
    else recordJobEnd(tx, stored, state, problem)
    if (state === 'COMPLETED' && JOB_TYPES[job.type].isHousekeeping) await jobs.remove(tx, job)
    else await jobs.update(tx, stored, { state, problem, result, ...progress, ...whenOf(state, tx.now) })
    await dropOldest(tx)
  })
}

/** A job with a cancel request is not successful, whatever the result of its work. */
async function cancelled(tx: Tx, job: JobRecord, progress: JobProgress): Promise<void> {
  await jobs.update(tx, job, { state: 'CANCELLED', ...progress, finished: tx.now })
  await dropOldest(tx)
}

/** A job that starts again has neither a start nor an end. */
const whenOf = (state: JobEnd['state'], now: string) =>
  isActive(state) ? { started: null, finished: null } : { finished: now }

async function dropOldest(tx: Tx): Promise<void> {
  for (const job of await oldJobs(tx, LIMITS.jobsKept)) await jobs.remove(tx, job)
}

/** The state of a job that the end of the service interrupted: queued again, or interrupted. */
export function stateAfterStop({ type, cancelRequested }: JobRecord): JobEnd['state'] {
  if (cancelRequested) return 'CANCELLED'
  return JOB_TYPES[type].onRestart === 'RESUME' ? 'QUEUED' : 'INTERRUPTED'
}

/** Sets the state of jobs that were active at the end of the last run. Call it before new ones are requested. */
export async function recoverJobs(service: Service, log: Logger): Promise<void> {
  const recovery = service.write(systemContext(), async (tx) => {
    for (const job of await activeJobs(tx)) {
      const state = stateAfterStop(job)
      recordJobEnd(tx, job, state, null)
      await jobs.update(tx, job, { state, ...whenOf(state, tx.now) })
    }
  })
  // WHY it is no error: at the start the disk may be full. Those that ran are seen to by the runner later.
  await recovery.catch((error: unknown) =>
    log.error({ err: error }, 'what became of the last jobs could not be written'),
  )
}
