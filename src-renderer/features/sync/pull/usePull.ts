import type { Job } from '#contract/gatehouse/job.ts'
import type { PullRequest, PullSummary } from '#contract/gatehouse/pull.ts'
import { api } from '#ui/api/client.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import { useSubjectJob } from '#ui/composables/useSubjectJob.ts'

/** The pull from a remote: what the latest one has done, and the job of one that runs or has failed since. @param onEnd one that was seen to run has ended */
export function usePull(connectionId: string, onEnd: (job: Job) => void) {
  const params = { connectionId }
  const workspace = useWorkspaceStore()
  /** Null: nothing was pulled yet. */
  const last = useResource<LastPull | null>(async (signal) => (await api.call('getPull', { params, signal })) ?? null)
  const job = useSubjectJob({
    type: 'pull',
    subjectId: connectionId,
    ask: (body: PullRequest) => api.call('pullConnection', { params, body }),
    onEnd: (ended) => {
      void last.reload()
      void workspace.refresh()
      onEnd(ended)
    },
  })
  return { last, ...job }
}

/** What the latest pull has done, and when that was. */
export type LastPull = PullSummary & { pulledAt: string }

export type PullState = ReturnType<typeof usePull>
