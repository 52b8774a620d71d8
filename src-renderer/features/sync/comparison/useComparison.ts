import { api } from '#ui/api/client.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { useSubjectJob } from '#ui/composables/useSubjectJob.ts'

/** The comparison of the workspace with a remote: what the latest one found, and the job of one that runs or has failed since. */
export function useComparison(connectionId: string) {
  const params = { connectionId }
  /** Null: there is none yet. */
  const found = useResource(async (signal) => (await api.call('getComparison', { params, signal })) ?? null)
  const job = useSubjectJob({
    type: 'comparison',
    subjectId: connectionId,
    ask: () => api.call('compareConnection', { params }),
    onEnd: () => void found.reload(),
  })
  return { found, ...job }
}

export type ComparisonState = ReturnType<typeof useComparison>
