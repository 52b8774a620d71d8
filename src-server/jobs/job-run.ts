import { ApiError } from '#contract/interface/api-error.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import type { JobType } from '#contract/gatehouse/job.ts'
import type { Logger } from '#server/log.ts'
import { jobContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { jobs, type JobRecord } from '#db/tables/jobs.ts'
import { problemOf } from '#operations/jobs/problem-of.ts'
import type { JobOutcome, JobWork, RunJob } from '#operations/jobs/job-work.ts'
import type { JobEnd, JobProgress, RunningJob } from '#operations/memory/running-jobs.ts'
import type { Service } from '#operations/service/service.ts'
import { endJob, stateAfterStop } from './job-states.ts'

const UNEXPECTED = 'Something went wrong inside the service; its log says more.'

/** A running job, from its start until its end is in the file. */
export class JobRun implements RunningJob {
  readonly job: JobRecord
  readonly #service: Service
  readonly #log: Logger
  readonly #stopping = new AbortController()
  #progress: Required<JobProgress>
  #end: (JobEnd & { write?: ((tx: Tx) => Promise<void>) | undefined }) | null = null
  #unwritten: (JobEnd & { finished: string }) | null = null

  constructor(service: Service, log: Logger, job: JobRecord) {
    this.job = job
    this.#service = service
    this.#log = log
    this.#progress = { done: 0, total: null, facts: {} }
  }

  get progress(): Required<JobProgress> {
    return this.#progress
  }

  get end(): (JobEnd & { finished: string }) | null {
    return this.#unwritten
  }

  /** Its work has ended; at most its final state has to be written. */
  get isOver(): boolean {
    return this.#end !== null
  }

  abort(reason: 'CANCELLED' | 'STOPPING'): void {
    this.#stopping.abort(reason)
  }

  /** Runs the work, unless the job is no longer queued. @throws if its start could not be written */
  async execute(work: RunJob): Promise<void> {
    const { signal } = this.#stopping
    const { id, principal, transactionId, changeReason, subjectId } = this.job
    const context = jobContext(principal, transactionId, changeReason)
    const begun = await this.#service.write(context, (tx) => this.#markBegun(tx))
    if (!begun) return
    const report = (progress: JobProgress) => (this.#progress = { ...this.#progress, ...progress })
    const parts = {
      service: this.#service,
      id,
      subjectId: subjectId ?? '',
      // What waited may have been given more to do than the runner saw.
      input: begun.input as JobWork<JobType>['input'],
      context,
      signal,
    }
    try {
      const outcome = await work({ ...parts, report })
      this.#end = signal.aborted ? this.#aborted() : ended(outcome)
    } catch (error) {
      if (!signal.aborted) this.#logFailure(error)
      this.#end = signal.aborted
        ? this.#aborted()
        : { state: 'FAILED', problem: problemOf(error, UNEXPECTED), result: null }
    }
  }

  /** A refusal says what to do, as the problem of the job; anything else is ours to find. */
  #logFailure(error: unknown): void {
    const { id, type } = this.job
    if (error instanceof ApiError || error instanceof UserFacingError)
      this.#log.warn({ job: id, type }, 'a job was refused')
    else this.#log.error({ err: error, job: id, type }, 'a job failed')
  }

  /** @throws if it cannot be written now; it can be tried again */
  async writeEnd(): Promise<void> {
    if (!this.#end) return
    const finished = this.#service.now()
    try {
      await endJob(this.#service, this.job, { ...this.#end, ...this.#progress })
    } catch (error) {
      const { state, problem, result } = this.#end
      this.#unwritten ??= { state, problem, result, finished }
      throw error
    }
  }

  /** @returns the stored job; null if it is no longer queued, because the runner may have read an older state */
  async #markBegun(tx: Tx): Promise<JobRecord | null> {
    const stored = await jobs.get(tx, this.job.id)
    if (stored?.state !== 'QUEUED') return null
    return jobs.update(tx, stored, { state: 'RUNNING', started: tx.now, run: this.#service.jobs.run })
  }

  #aborted(): JobEnd {
    const nothing = { problem: null, result: null }
    const isCancelled = this.#stopping.signal.reason === 'CANCELLED'
    return { ...nothing, state: isCancelled ? 'CANCELLED' : stateAfterStop(this.job) }
  }
}

function ended({ result = null, problem = undefined, write }: JobOutcome<JobType>) {
  return { state: problem === undefined ? 'COMPLETED' : 'FAILED', problem: problem ?? null, result, write } as const
}
