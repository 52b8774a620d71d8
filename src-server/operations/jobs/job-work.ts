import type { JobType } from '#contract/gatehouse/job.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { Service } from '../service/service.ts'
import type { JobInputs, JobResults } from './job-inputs.ts'
import type { JobProgress } from '../memory/running-jobs.ts'

/** A job under way, as its work sees it. */
export interface JobWork<Type extends JobType> {
  readonly service: Service
  readonly id: string
  /** The export or import that it belongs to; empty for other types. */
  readonly subjectId: string
  readonly input: JobInputs[Type]
  /** With the principal who asked for it. */
  readonly context: RequestContext
  /** Aborted when the job is cancelled or the service ends. */
  readonly signal: AbortSignal
  /** Says how far it is; costs nothing. */
  report(progress: JobProgress): void
}

/** How a job ended. One that was aborted may return or throw whatever it likes. */
export interface JobOutcome<Type extends JobType> {
  result?: JobResults[Type]
  /** Why it FAILED, in a sentence; absent where it went well. */
  problem?: string | undefined
  /** Written in the transaction that says how the job ended. */
  write?: (tx: Tx) => Promise<void>
}

/** Does the work of one type. */
export type RunJob<Type extends JobType = JobType> = (work: JobWork<Type>) => Promise<JobOutcome<Type>>
