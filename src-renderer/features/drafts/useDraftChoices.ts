import { computed, shallowRef } from 'vue'
import type { DraftPlan, DraftPlanRequest, DraftSide } from '#contract/gatehouse/draft-plan.ts'
import { chosenBefore, chosenCount, NONE_CHOSEN, requestWith, type Chosen } from './draft-choices.ts'

/** Who wins in the conflicts of a plan as a person chooses it; it counts once the draft is compared with that. */
export function useDraftChoices(plan: () => DraftPlan | null) {
  const chosen = shallowRef<Chosen>(NONE_CHOSEN)
  /** Of the next plan. */
  let next = NONE_CHOSEN
  const count = computed(() => {
    const now = plan()
    return now ? chosenCount(chosen.value, now) : 0
  })
  const request = computed(() => requestWith(plan(), chosen.value))
  function choose(difference: string, side: DraftSide) {
    chosen.value = new Map([...chosen.value, [difference, side]])
  }
  /** The request of a plan in which one side wins in all that is not chosen. */
  const withRest = (prefer: DraftSide): DraftPlanRequest => ({ ...request.value, prefer })
  /** The request of a plan in which all is open again; what was chosen before is chosen there, too, to be changed. */
  function again(): DraftPlanRequest {
    const now = plan()
    next = now ? new Map([...chosenBefore(now), ...chosen.value]) : NONE_CHOSEN
    return {}
  }
  /** Another plan is there: what was chosen in the former one is part of it, and what it was about may have changed. */
  function renew() {
    chosen.value = next
    next = NONE_CHOSEN
  }
  return { chosen, count, request, choose, withRest, again, renew }
}

export type DraftChoices = ReturnType<typeof useDraftChoices>
