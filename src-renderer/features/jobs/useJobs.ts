import { useDocumentVisibility } from '@vueuse/core'
import { computed, watch } from 'vue'
import { api } from '#ui/api/client.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { usePolling } from '#ui/composables/usePolling.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { useRunningJobs } from '#ui/composables/useRunningJobs.ts'
import { sectionsOf } from './job-text.ts'

const EVERY_MS = 1_000

/** All jobs in their sections; read again only while one of them will still do something, or when the page comes into view. */
export function useJobs() {
  const { running, learn } = useRunningJobs()
  const jobs = useResource((signal) => api.call('listJobs', { signal }))
  watch(jobs.data, (now) => now && learn(now))
  const sections = computed(() => sectionsOf(jobs.data.value ?? []))
  usePolling(jobs.reload, EVERY_MS, () => sections.value.active.length > 0)

  const visibility = useDocumentVisibility()
  watch(visibility, (now) => now === 'visible' && void jobs.reload())
  // One that was begun elsewhere is heard of by the slow poll. WHY ids: what this page has read must not make it read again.
  const runningIds = computed(() => running.value.map(({ id }) => id).join())
  watch(runningIds, () => {
    const active = new Set(sections.value.active.map(({ id }) => id))
    if (running.value.some(({ id }) => !active.has(id))) void jobs.reload()
  })

  const cancelling = useAction(async (jobId: string) => {
    await api.call('cancelJob', { params: { jobId } })
    await jobs.reload()
    return true
  })
  return { jobs, sections, cancelling }
}
