import type { PlanStep } from '#contract/sync/plan-step.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'

/** Whether a step takes away an object, and not only what relates two of them: what it held cannot all be brought back. */
export function isRemoval({ act, kind }: Pick<PlanStep, 'act' | 'kind'>): boolean {
  return act === 'remove' && typeof SYNCED_KINDS[kind].id === 'string'
}
