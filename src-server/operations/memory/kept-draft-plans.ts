import { LRUCache } from 'lru-cache'
import type { DraftPlan } from '#contract/gatehouse/draft-plan.ts'
import type { PlanStepView } from '#contract/gatehouse/sync-plan.ts'

/** What publishing a draft would change, as it was read. */
interface KeptDraftPlan {
  readonly plan: DraftPlan
  readonly steps: readonly PlanStepView[]
}

/** So many drafts are planned at the same time by one administrator or two. */
const KEPT = 4

/** The latest plans of a few drafts by their ids, in memory: they are made again in seconds, and are out of date with the next change. */
export class KeptDraftPlans {
  readonly #kept = new LRUCache<string, KeptDraftPlan>({ max: KEPT })

  set(draftId: string, plan: KeptDraftPlan): void {
    this.#kept.set(draftId, plan)
  }

  get(draftId: string): KeptDraftPlan | undefined {
    return this.#kept.get(draftId)
  }

  forget(draftId: string): void {
    this.#kept.delete(draftId)
  }
}
