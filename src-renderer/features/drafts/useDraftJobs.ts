import { computed } from 'vue'
import type { DraftPlan, DraftPlanRequest, Publication } from '#contract/gatehouse/draft-plan.ts'
import { api } from '#ui/api/client.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { useSubjectJob } from '#ui/composables/useSubjectJob.ts'
import { unsaidEnds } from './drafts.ts'
import { useDraftChoices } from './useDraftChoices.ts'

/** What becomes of a draft. */
interface DraftEvents {
  onPublished: () => void
  onRebased: () => void
}

/** What publishing a draft would change, and the jobs that plan it, publish it, and bring the draft up to date. */
export function useDraftJobs(draftId: string, { onPublished, onRebased }: DraftEvents) {
  const params = { draftId }
  const plan = useResource<DraftPlan | null>(
    async (signal) => (await api.call('getDraftPlan', { params, signal })) ?? null,
  )
  const choices = useDraftChoices(() => plan.data.value ?? null)
  const planning = useSubjectJob({
    type: 'draftPlan',
    subjectId: draftId,
    ask: (body: DraftPlanRequest) => api.call('planDraft', { params, body }),
    onEnd: ({ state }) => {
      void plan.reload().then(() => state === 'COMPLETED' && choices.renew())
    },
  })
  const rebasing = useSubjectJob({
    type: 'draftRebase',
    subjectId: draftId,
    ask: (body: DraftPlanRequest) => api.call('rebaseDraft', { params, body }),
    // Also where it failed: then what has to be decided is seen, with what was chosen.
    onEnd: ({ state }) => {
      if (state === 'COMPLETED') onRebased()
      void (state === 'CANCELLED'
        ? plan.reload()
        : planning.start.run(state === 'COMPLETED' ? {} : choices.request.value))
    },
  })
  const publishing = useSubjectJob({
    type: 'draftPublication',
    subjectId: draftId,
    ask: (body: Publication) => api.call('publishDraft', { params, body }),
    onEnd: ({ state }) => {
      if (state === 'COMPLETED') onPublished()
      else void plan.reload()
    },
  })
  const all = [publishing, rebasing, planning]
  const active = computed(() => all.find((one) => one.active.value) ?? null)
  /** How the latest work ended that did not complete; nothing while something runs. */
  const ends = computed(() =>
    active.value
      ? []
      : unsaidEnds(
          all.flatMap(({ ended }) => ended.value ?? []),
          plan.data.value ?? null,
        ),
  )
  return { plan, choices, planning, rebasing, publishing, active, ends }
}

export type DraftJobs = ReturnType<typeof useDraftJobs>

/** Reads the steps of the plan, a page at a time. */
export const stepsOfDraft = (draftId: string) => (after: string | null, signal: AbortSignal) =>
  api.page('listDraftPlanSteps', { params: { draftId }, signal, query: after === null ? {} : { after } })
