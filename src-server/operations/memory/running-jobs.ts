import type { JobState } from '#contract/gatehouse/job.ts'

/** How far a job is; what is left out stays as it was. */
export interface JobProgress {
  done?: number
  total?: number | null
  facts?: Readonly<Record<string, number>>
}

/** What a job's end comes to. */
export interface JobEnd {
  state: JobState
  problem: string | null
  result: object | null
}

/** What the file does not hold of a job that is under way. */
export interface RunningJob {
  readonly progress: Required<JobProgress>
  /** How it ended, where that could not be written down, as on a full disk. */
  readonly end: (JobEnd & { finished: string }) | null
  abort(reason: 'CANCELLED' | 'STOPPING'): void
}

/** The jobs that this run of the service is working on, by id; the runner fills it, readers look how far they are. */
export class RunningJobs {
  /** Of this run of the service; a job that is `RUNNING` in another one was cut short. */
  readonly run: string
  readonly #jobs = new Map<string, RunningJob>()

  constructor(run: string) {
    this.run = run
  }

  get(id: string): RunningJob | undefined {
    return this.#jobs.get(id)
  }

  set(id: string, job: RunningJob): void {
    this.#jobs.set(id, job)
  }

  delete(id: string): void {
    this.#jobs.delete(id)
  }

  abortAll(): void {
    for (const job of this.#jobs.values()) job.abort('STOPPING')
  }
}
