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

/** Writes down how a job ended, together with what its work leaves to be written; the oldest that ended make room. */
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

/** What was asked to end has not gone well, whatever its work came to meanwhile. */
async function cancelled(tx: Tx, job: JobRecord, progress: JobProgress): Promise<void> {
  await jobs.update(tx, job, { state: 'CANCELLED', ...progress, finished: tx.now })
  await dropOldest(tx)
}

/** A job that is to begin again has neither begun nor ended. */
const whenOf = (state: JobEnd['state'], now: string) =>
  isActive(state) ? { started: null, finished: null } : { finished: now }

async function dropOldest(tx: Tx): Promise<void> {
  const tail = 'WHERE finished IS NOT NULL ORDER BY finished DESC, rowid DESC LIMIT -1 OFFSET ?'
  for (const job of await jobs.all(tx, tail, [LIMITS.jobsKept])) await jobs.remove(tx, job)
}

/** What becomes of a job that the end of the service cut short: it begins again, or was interrupted. */
export function stateAfterStop({ type, cancelRequested }: JobRecord): JobEnd['state'] {
  if (cancelRequested) return 'CANCELLED'
  return JOB_TYPES[type].onRestart === 'RESUME' ? 'QUEUED' : 'INTERRUPTED'
}

/** Says what becomes of the jobs that the last run left active. To be called before new ones are asked for. */
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
