import { ArrowUpDown, CircleCheck, Minus, PencilLine, Plus, TriangleAlert, Undo2 } from '@lucide/vue'
import type { Component } from 'vue'
import type { StepState, SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { PLAN_ACTS, type PlanAct } from '#contract/sync/plan-acts.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { count, counted } from '#ui/lib/numbers.ts'

/** A word with its meaning. */
interface Meaning {
  label: string
  tone: 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
  icon?: Component
}

/** What a step does. */
export const ACT_MEANINGS: Readonly<Record<PlanAct, Meaning & { done: string }>> = {
  create: { label: 'Create', done: 'created', tone: 'success', icon: Plus },
  change: { label: 'Change', done: 'changed', tone: 'accent', icon: PencilLine },
  remove: { label: 'Remove', done: 'removed', tone: 'danger', icon: Minus },
  order: { label: 'Reorder', done: 'reordered', tone: 'neutral', icon: ArrowUpDown },
}

/** How far a step is. */
export const STEP_MEANINGS: Readonly<Record<StepState, Meaning>> = {
  WAITING: { label: 'Waiting', tone: 'neutral' },
  STARTED: { label: 'Begun', tone: 'warning', icon: TriangleAlert },
  DONE: { label: 'Done', tone: 'success', icon: CircleCheck },
}

interface Situation {
  /** Whether it is the newest one, which can be applied. */
  isLatest: boolean
  /** Whether a job works on it now. */
  isInWork: boolean
}

/** The state of a plan. */
export function planMeaning(
  { state, steps, takenBackBy }: Pick<SyncPlanView, 'state' | 'steps' | 'takenBackBy'>,
  now: Situation,
): Meaning {
  if (takenBackBy !== null) return { label: 'Taken back', tone: 'neutral', icon: Undo2 }
  if (state === 'APPLIED') return { label: 'Applied', tone: 'success', icon: CircleCheck }
  if (now.isInWork) return { label: state === 'PLANNING' ? 'Being planned' : 'Being applied', tone: 'accent' }
  if (state === 'STOPPED') return { label: 'Stopped', tone: 'danger', icon: TriangleAlert }
  if (state !== 'READY') return { label: 'Cut short', tone: 'warning', icon: TriangleAlert }
  if (steps === 0) return { label: 'Nothing to do', tone: 'neutral' }
  return now.isLatest ? { label: 'Ready', tone: 'accent' } : { label: 'Not applied', tone: 'neutral' }
}

/** How much a plan does, "3 to create, 1 to change", or has done once it is applied, "3 created, 1 changed"; empty for nothing. */
export function countsText({ counts, state }: Pick<SyncPlanView, 'counts' | 'state'>): string {
  const parts = PLAN_ACTS.flatMap((act) => {
    const amount = counts.reduce((sum, one) => sum + (one.act === act ? one.count : 0), 0)
    const { label, done } = ACT_MEANINGS[act]
    return amount ? [`${count(amount)} ${state === 'APPLIED' ? done : `to ${label.toLowerCase()}`}`] : []
  })
  return parts.join(', ')
}

/** What a plan removes, by kind: "2 groups, 1 policy"; empty for nothing. */
export function removedText(counts: SyncPlanView['counts']): string {
  const removed = counts.filter(({ act }) => act === 'remove')
  return removed
    .map(({ kind, count: amount }) => counted(amount, SYNCED_KINDS[kind].singular, SYNCED_KINDS[kind].plural))
    .join(', ')
}

/** Where a plan that was not carried out to its end is. */
export function stoppedText({ done, steps }: Pick<SyncPlanView, 'done' | 'steps'>): string {
  if (done >= steps) return `All ${counted(steps, 'step')} are done, but what was checked after them does not hold.`
  return `It stopped at step ${count(done + 1)} of ${count(steps)}. What is done until then stays done.`
}

/** That a plan is carried out to its end. */
export const appliedText = (steps: number): string =>
  steps === 1 ? 'The step is done' : `All ${counted(steps, 'step')} are done`

/** What is left to be done of a plan that was begun; empty for one that was not. */
export const remainingText = ({ done, steps }: Pick<SyncPlanView, 'done' | 'steps'>): string =>
  done > 0
    ? `${count(done)} of ${counted(steps, 'step')} ${done === 1 ? 'is' : 'are'} done; it goes on with the rest.`
    : ''
