import { createSharedComposable } from '@vueuse/core'
import { computed } from 'vue'
import { JOB_TYPES, type Job } from '#contract/gatehouse/job.ts'
import { api } from '#ui/api/client.ts'
import { usePolling } from './usePolling.ts'
import { useResource } from './useResource.ts'

const EVERY_MS = 5_000

/** The jobs that run now and that somebody asked for: one slow poll, shared by all who show it. */
export const useRunningJobs = createSharedComposable(() => {
  const jobs = useResource((signal) => api.call('listJobs', { query: { state: 'RUNNING' }, signal }))
  // WHY: a token that may not read jobs will not be allowed to later, and each refusal is an event of the audit log.
  usePolling(jobs.reload, EVERY_MS, () => jobs.error.value?.status !== 403)
  const running = computed(() =>
    (jobs.data.value ?? []).filter(({ type, state }) => state === 'RUNNING' && !JOB_TYPES[type].isHousekeeping),
  )

  /** Takes over what a page has read just now, so that it and the indicator never differ. */
  function learn(read: readonly Job[]) {
    jobs.data.value = [...read]
  }
  /** Takes over what a page has read of one job: it may be over long before the next poll. */
  function learnOne(job: Job) {
    if (jobs.data.value) learn([job, ...jobs.data.value.filter(({ id }) => id !== job.id)])
  }
  return { running, learn, learnOne }
})
