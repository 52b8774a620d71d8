import { JOB_TYPES, type JobQueue } from '#contract/gatehouse/job.ts'
import type { Logger } from '#server/log.ts'
import { jobs, type JobRecord } from '#db/tables/jobs.ts'
import { activeJobs } from '#operations/jobs/queue-job.ts'
import type { RunJob } from '#operations/jobs/job-work.ts'
import type { Service } from '#operations/service/service.ts'
import type { BackgroundTask } from './background-task.ts'
import { JOB_HANDLERS, type JobHandlers } from './job-handlers.ts'
import { endJob, stateAfterStop } from './job-states.ts'
import { JobRun } from './job-run.ts'

/** The delay before a failed write, for example on a full disk, is tried again. */
const RETRY_MS = 5_000

interface RunnerOptions {
  service: Service
  log: Logger
  /** For tests: other handlers. */
  handlers?: JobHandlers
}

/**
 * Runs the jobs in the file: one at a time in each queue, each after the commit of the transaction that queued it. Call
 * `recoverJobs` first.
 */
export function startJobRunner(options: RunnerOptions): BackgroundTask {
  const { service } = options
  const runner = new Runner({ handlers: JOB_HANDLERS, ...options })
  const stopListening = service.onCommit((changes) => {
    if (changes.touches(jobs)) runner.wake()
  })
  runner.wake()
  return {
    stop: () => {
      stopListening()
      return runner.stop()
    },
  }
}

class Runner {
  readonly #options: Required<RunnerOptions>
  /** Running jobs by id. */
  readonly #runs = new Map<string, JobRun>()
  readonly #busy = new Map<JobQueue, Promise<boolean>>()
  #stepping: Promise<void> | null = null
  #isAskedAgain = false
  #isStopping = false
  #retry: NodeJS.Timeout | undefined

  constructor(options: Required<RunnerOptions>) {
    this.#options = options
  }

  /** Looks for work; a call during a look causes another look. */
  wake(): void {
    this.#isAskedAgain = true
    if (!this.#isStopping) this.#stepping ??= this.#steps()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#retry)
    await this.#stepping
    this.#options.service.jobs.abortAll()
    await Promise.all(this.#busy.values())
    // What could not be written before may be now.
    for (const run of this.#runs.values()) if (run.isOver) await this.#end(run).catch(() => {})
  }

  async #steps(): Promise<void> {
    while (this.#isAskedAgain && !this.#isStopping) {
      this.#isAskedAgain = false
      try {
        for (const job of await activeJobs(this.#options.service.reader))
          await this.#see(job).catch((error: unknown) => this.#retryLater(error, job))
      } catch (error) {
        this.#retryLater(error)
      }
    }
    // Here, not once the promise has settled: who asks in between would never be heard.
    this.#stepping = null
  }

  #retryLater(error: unknown, job?: JobRecord): void {
    const { log } = this.#options
    log.error({ err: error, job: job?.id, type: job?.type }, 'a job could not be begun or ended; it is tried again')
    this.#wakeLater()
  }

  async #see(job: JobRecord): Promise<void> {
    const { service } = this.#options
    const run = this.#runs.get(job.id)
    if (run) {
      if (run.isOver) await this.#end(run)
      else if (job.cancelRequested) run.abort('CANCELLED')
      return
    }
    // One that runs, but not here, was cut short by the end of another run.
    if (job.state === 'RUNNING' || job.cancelRequested)
      await endJob(service, job, { state: stateAfterStop(job), problem: null, result: null })
    else if (job.state === 'QUEUED' && !this.#busy.has(JOB_TYPES[job.type].queue)) this.#begin(job)
  }

  #begin(job: JobRecord): void {
    if (this.#isStopping) return
    const { service, log, handlers } = this.#options
    const { queue } = JOB_TYPES[job.type]
    const run = new JobRun(service, log, job)
    this.#runs.set(job.id, run)
    service.jobs.set(job.id, run)
    const work = this.#work(run, handlers[job.type] as RunJob).finally(() => this.#busy.delete(queue))
    this.#busy.set(queue, work)
    void work.then((isDone) => (isDone ? this.wake() : undefined))
  }

  /** @returns false if a state could not be written: the next look is later, not at once */
  async #work(run: JobRun, work: RunJob): Promise<boolean> {
    try {
      await run.execute(work)
      await this.#end(run)
      return true
    } catch (error) {
      // One that never began waits like any other.
      if (!run.isOver) this.#forget(run.job.id)
      this.#retryLater(error, run.job)
      return false
    }
  }

  async #end(run: JobRun): Promise<void> {
    await run.writeEnd()
    this.#forget(run.job.id)
  }

  #forget(id: string): void {
    this.#runs.delete(id)
    this.#options.service.jobs.delete(id)
  }

  #wakeLater(): void {
    clearTimeout(this.#retry)
    if (this.#isStopping) return
    this.#retry = setTimeout(() => this.wake(), RETRY_MS)
    this.#retry.unref()
  }
}
