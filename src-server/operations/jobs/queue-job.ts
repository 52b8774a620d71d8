import { ApiError } from '#contract/interface/api-error.ts'
import { JOB_TYPE_NAMES, JOB_TYPES, type JobState, type JobType } from '#contract/gatehouse/job.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { jobs, type JobRecord } from '#db/tables/jobs.ts'
import { ROWID } from '#db/tables/table.ts'
import type { JobInputs } from './job-inputs.ts'

interface NewJob<Type extends JobType> {
  type: Type
  input: JobInputs[Type]
  /** What is worked on, for people. */
  name?: string
  subjectId?: string
}

/**
 * Asks for a job inside the caller's transaction: the runner begins it once that is committed, in the name of the transaction's principal.
 * @throws ApiError E0000047 while too many wait
 */
export async function queueJob<Type extends JobType>(
  tx: Tx,
  { type, input, name, subjectId }: NewJob<Type>,
): Promise<JobRecord> {
  // What follows from something else, such as a removal from a cancelled import, is never refused.
  const isAskedFor = JOB_TYPES[type].onRestart === 'INTERRUPT'
  if (isAskedFor && (await jobs.count(tx, { state: 'QUEUED' })) >= LIMITS.jobsWaiting) throw new ApiError('E0000047')
  const id = tx.newId('job')
  const { principal, transaction, changeReason } = tx.context
  await jobs.insert(tx, {
    ...{ id, type, state: 'QUEUED', name: name ?? null, subjectId: subjectId ?? null, input },
    ...{ principal, transactionId: transaction.id, changeReason, run: '', created: tx.now },
  })
  return jobs.require(tx, id)
}

const ACTIVE = { state: ['QUEUED', 'RUNNING'] satisfies JobState[] }

/** The job of a type, of a subject if given, that waits or runs; undefined where none does. */
export function activeJob(reader: Reader, type: JobType, subjectId?: string): Promise<JobRecord | undefined> {
  const where = { ...ACTIVE, type, ...(subjectId !== undefined && { subjectId }) }
  return jobs.findOne(reader, { where, order: [ROWID] })
}

/** Jobs that wait or run, in the order in which they were asked for. What is no type of ours, somebody else put into the file. */
export function activeJobs(reader: Reader): Promise<JobRecord[]> {
  return jobs.findAll(reader, { where: { ...ACTIVE, type: [...JOB_TYPE_NAMES] }, order: [ROWID] })
}

/** Asks a job to end; the runner sees to it once that is committed. */
export async function requestCancel(tx: Tx, job: JobRecord): Promise<void> {
  await jobs.update(tx, job, { cancelRequested: true })
}

/** What the end of the service would cut short for good, in words such as `an export of the audit log`. */
export async function workToLose(reader: Reader): Promise<string[]> {
  const active = (await activeJobs(reader)).filter(({ cancelRequested }) => !cancelRequested)
  return active
    .map(({ type }) => JOB_TYPES[type])
    .filter(({ onRestart }) => onRestart === 'INTERRUPT')
    .map(({ noun }) => noun)
}
