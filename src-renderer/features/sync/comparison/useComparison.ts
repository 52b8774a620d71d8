import { computed, watch } from 'vue'
import { isActive } from '#contract/gatehouse/job.ts'
import { api } from '#ui/api/client.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { usePolling } from '#ui/composables/usePolling.ts'
import { useResource } from '#ui/composables/useResource.ts'

const EVERY_MS = 500

/** The comparison of the workspace with a remote: what the latest one found, and the job of one that runs or has failed since. */
export function useComparison(connectionId: string) {
  const params = { connectionId }
  const jobs = useResource(async (signal) => {
    const all = await api.call('listJobs', { query: { type: 'comparison' }, signal })
    return all.filter(({ subjectId }) => subjectId === connectionId)
  })
  const latest = computed(() => jobs.data.value?.[0] ?? null)
  const active = computed(() => (latest.value && isActive(latest.value.state) ? latest.value : null))
  usePolling(jobs.reload, EVERY_MS, () => active.value !== null)

  /** Null: there is none yet. */
  const found = useResource(async (signal) => (await api.call('getComparison', { params, signal })) ?? null)
  watch(active, (now, before) => {
    if (before && !now) void found.reload()
  })
  /** The latest job, where it ended without a result. */
  const ended = computed(() => {
    const job = latest.value
    return job && !isActive(job.state) && job.state !== 'COMPLETED' ? job : null
  })

  const start = useAction(async () => {
    const job = await api.call('compareConnection', { params })
    jobs.data.value = [job, ...(jobs.data.value ?? []).filter(({ id }) => id !== job.id)]
  })
  const cancel = useAction(async (jobId: string) => {
    await api.call('cancelJob', { params: { jobId } })
    await jobs.reload()
  })
  return { found, active, ended, start, cancel }
}

export type ComparisonState = ReturnType<typeof useComparison>
