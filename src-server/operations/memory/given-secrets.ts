import { LRUCache } from 'lru-cache'
import { canonical } from '#contract/interface/canonical.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { StepSecret } from '#contract/gatehouse/sync-plan.ts'

/**
 * The secrets that were given for steps of plans, by the jobs that carry them out. WHY in memory alone: they are wanted once, within minutes, and what is
 * in no file is in no backup and no copy of it. The input of a job has their steps and paths, so that a run after a restart knows what it lacks, and
 * stops before it would make an object without its secret.
 */
export class GivenSecrets {
  /** Jobs that are cancelled before they run leave theirs behind, until others take their place. */
  readonly #byJob = new LRUCache<string, readonly StepSecret[]>({
    max: 2 * LIMITS.jobsWaiting,
    maxSize: LIMITS.keptSecretCharacters,
    sizeCalculation: (secrets) => secrets.reduce((sum, { path, value }) => sum + path.length + value.length, 0),
  })

  keep(jobId: string, secrets: readonly StepSecret[]): void {
    if (secrets.length > 0) this.#byJob.set(jobId, secrets)
  }

  /** Whether a job has other secrets than these; none are no others. */
  hasOther(jobId: string, secrets: readonly StepSecret[]): boolean {
    const known = this.#byJob.get(jobId)
    return secrets.length > 0 && known !== undefined && canonical(known) !== canonical(secrets)
  }

  /** Those of one step. */
  of(jobId: string, step: number): readonly StepSecret[] {
    return this.#byJob.get(jobId)?.filter((one) => one.step === step) ?? []
  }

  forget(jobId: string): void {
    this.#byJob.delete(jobId)
  }
}
