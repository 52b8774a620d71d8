import { computed, watch } from 'vue'
import type { ApplyRequest, PlanRequest } from '#contract/gatehouse/sync-plan.ts'
import { api } from '#ui/api/client.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { useSubjectJob } from '#ui/composables/useSubjectJob.ts'
import { earlierThan, latestPlan, planInWork } from './plan-runs.ts'

/** Reads the steps of a plan, a page at a time. */
export const stepsOf = (syncPlanId: string) => (after: string | null, signal: AbortSignal) =>
  api.page('listPlanSteps', { params: { syncPlanId }, signal, query: after === null ? {} : { after } })

/** The steps of a plan that need a secret and are not done. */
export const needingSteps = (syncPlanId: string, signal: AbortSignal) =>
  api.all('listPlanSteps', { params: { syncPlanId }, query: { needsSecret: 'true' }, signal })

/** The plans of a connection, and the jobs that make and apply them. */
export function usePlans(connectionId: string) {
  const all = useResource((signal) => api.all('listSyncPlans', { query: { connectionId }, signal }))
  const planning = useSubjectJob({
    type: 'syncPlan',
    subjectId: connectionId,
    ask: (asked: PlanRequest | { takesBack: string }) =>
      'takesBack' in asked
        ? api.call('takeBackSyncPlan', { params: { syncPlanId: asked.takesBack } })
        : api.call('planConnection', { params: { connectionId }, body: asked }),
    onEnd: () => void all.reload(),
  })
  const applying = useSubjectJob({
    type: 'syncApply',
    subjectId: connectionId,
    ask: (syncPlanId: string, body: ApplyRequest) => api.call('applySyncPlan', { params: { syncPlanId }, body }),
    onEnd: () => void all.reload(),
  })
  // The plan says that it is applied once its job runs.
  watch(
    () => applying.active.value?.state,
    (now) => now && void all.reload(),
  )
  const known = computed(() => all.data.value ?? [])
  const latest = computed(() => latestPlan(known.value))
  const earlier = computed(() => earlierThan(known.value, latest.value))
  const inWork = computed(() => (applying.active.value ? planInWork(known.value) : null))
  /** Whether what is known may already be over: a plan that still says that it is applied is not taken for one that was cut short. */
  const isSettling = computed(() => all.loading.value || !applying.isKnown.value)
  return { all, latest, earlier, inWork, isSettling, planning, applying }
}

export type PlansState = ReturnType<typeof usePlans>
