import { computed, onScopeDispose } from 'vue'
import type { DirectoryImport, ImportOptions } from '#contract/directory/directory-import.ts'
import type { JobType } from '#contract/gatehouse/job.ts'
import { api } from '#ui/api/client.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { usePolling } from '#ui/composables/usePolling.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import { BUSY } from './import-text.ts'

const EVERY_MS = 500

/** What columns are taken for, and how rows are treated. */
export interface ImportPlan {
  mapping: Record<string, string | null>
  options: ImportOptions
}

/** What a job makes of an import while it is under way. */
const STATE_OF_JOB: Readonly<Partial<Record<JobType, DirectoryImport['state']>>> = {
  directoryCheck: 'CHECKING',
  directoryImport: 'APPLYING',
  directoryRevert: 'REVERTING',
}

/** One import with the job that works at it, and its steps. */
export function useImport(directoryImportId: string) {
  const params = { directoryImportId }
  const item = useResource((signal) => api.call('getDirectoryImport', { params, signal }))
  const job = useResource(
    async (signal) => {
      const jobId = item.data.value?.jobId
      return jobId ? api.call('getJob', { params: { jobId }, signal }) : null
    },
    { watch: () => item.data.value?.jobId },
  )
  const jobIsOn = computed(() => ['QUEUED', 'RUNNING'].includes(job.data.value?.state ?? ''))
  /** Where it is, with what waits to begin. */
  const state = computed(() => {
    const { type } = job.data.value ?? {}
    const begun = jobIsOn.value && type ? STATE_OF_JOB[type] : undefined
    return begun ?? item.data.value?.state ?? 'UPLOADED'
  })
  const busy = computed(() => BUSY.has(state.value))
  // INVARIANT: the job first, so that an import whose job has ended is seen as its end left it.
  async function reload() {
    await job.reload()
    await item.reload()
  }
  usePolling(reload, EVERY_MS, busy)
  // The counts of people and groups have changed, wherever one goes next.
  onScopeDispose(() => void useWorkspaceStore().refresh())

  const step = <Args extends unknown[]>(act: (...args: Args) => Promise<DirectoryImport>) =>
    useAction(async (...args: Args) => {
      item.data.value = await act(...args)
      await reload()
      return true
    })
  const checking = step((plan: ImportPlan) => api.call('checkDirectoryImport', { params, body: plan }))
  const applying = step(() => api.call('applyDirectoryImport', { params }))
  const undoing = step(() => api.call('undoDirectoryImport', { params }))
  const cancelling = step(async () => {
    const jobId = item.data.value?.jobId
    if (jobId) await api.call('cancelJob', { params: { jobId } })
    return api.call('getDirectoryImport', { params })
  })
  return { item, job, state, busy, checking, applying, undoing, cancelling }
}
