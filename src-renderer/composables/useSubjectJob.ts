import { computed, watch } from 'vue'
import { isActive, type Job, type JobType } from '#contract/gatehouse/job.ts'
import { api } from '#ui/api/client.ts'
import { useAction } from './useAction.ts'
import { usePolling } from './usePolling.ts'
import { useResource } from './useResource.ts'
import { useRunningJobs } from './useRunningJobs.ts'

const EVERY_MS = 500

interface Options<Args extends unknown[]> {
  type: JobType
  /** What it works on, such as a connection; null: whatever that is, of which the newest job is told. */
  subjectId: string | null
  /** Asks for one. */
  ask: (...args: Args) => Promise<Job>
  /** One that was seen to run has ended, however that was. */
  onEnd: (job: Job) => void
}

/** Work on something in the background: the job that waits or runs, the one that ended without a result, and the ways to start and cancel one. */
export function useSubjectJob<Args extends unknown[]>({ type, subjectId, ask, onEnd }: Options<Args>) {
  const jobs = useResource(async (signal) => {
    const all = await api.call('listJobs', { query: { type }, signal })
    return all.filter((job) => subjectId === null || job.subjectId === subjectId)
  })
  const latest = computed(() => jobs.data.value?.[0] ?? null)
  const active = computed(() => (latest.value && isActive(latest.value.state) ? latest.value : null))
  usePolling(jobs.reload, EVERY_MS, () => active.value !== null)
  const { learnOne } = useRunningJobs()
  watch(latest, (job) => job && learnOne(job))
  watch(active, (now, before) => {
    if (before && !now && latest.value) onEnd(latest.value)
  })
  /** The latest job, where it ended without a result. */
  const ended = computed(() => {
    const job = latest.value
    return job && !isActive(job.state) && job.state !== 'COMPLETED' ? job : null
  })

  const start = useAction(async (...args: Args) => {
    const job = await ask(...args)
    jobs.data.value = [job, ...(jobs.data.value ?? []).filter(({ id }) => id !== job.id)]
    return job
  })
  const cancel = useAction(async (jobId: string) => {
    await api.call('cancelJob', { params: { jobId } })
    await jobs.reload()
  })
  /** Whether it has been asked, with or without an answer, what runs. */
  const isKnown = computed(() => jobs.data.value !== undefined || jobs.error.value !== null)
  return { active, ended, isKnown, start, cancel }
}

/** Of a job that runs: the way to cancel it. */
export type CancelJob = ReturnType<typeof useSubjectJob>['cancel']
