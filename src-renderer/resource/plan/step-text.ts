import { capital } from '#contract/interface/sentence.ts'
import { ArrowUpDown, CircleCheck, Minus, PencilLine, Plus, TriangleAlert } from '@lucide/vue'
import type { Component } from 'vue'
import type { Job, JobType } from '#contract/gatehouse/job.ts'
import type { PlanStepView, StepState, SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { PLAN_ACTS, type PlanAct } from '#contract/sync/plan-acts.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { count, counted } from '#ui/lib/numbers.ts'

/** A kind of object as a heading: "Network zones". */
export const kindTitle = (kind: SyncKind): string => capital(SYNCED_KINDS[kind].plural)

/** A kind as that of one object: "Network zone". */
export const kindName = (kind: SyncKind): string => capital(SYNCED_KINDS[kind].singular)

/** The kind of what a step is about; the order of a list is that of many. */
export const kindOfStep = ({ kind, act }: Pick<PlanStepView, 'kind' | 'act'>): string =>
  act === 'order' ? kindTitle(kind) : kindName(kind)

/** A word with its meaning. */
export interface Meaning {
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
const STEP_MEANINGS: Readonly<Record<StepState, Meaning>> = {
  WAITING: { label: 'Waiting', tone: 'neutral' },
  STARTED: { label: 'Begun', tone: 'warning', icon: TriangleAlert },
  DONE: { label: 'Done', tone: 'success', icon: CircleCheck },
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

/** What both sides have changed, such as "Policy rule “At night” of “Contractors”". */
export function conflictText({ kind, isList, name, parent }: SyncPlanView['conflicting'][number]): string {
  const object = `${kindName(kind)} “${name}”`
  return `${isList ? name : object}${parent === null ? '' : ` of “${parent}”`}`
}

/** What a plan removes, by kind: "2 groups, 1 policy"; empty for nothing. */
export function removedText(counts: SyncPlanView['counts']): string {
  const removed = counts.filter(({ act }) => act === 'remove')
  return removed
    .map(({ kind, count: amount }) => counted(amount, SYNCED_KINDS[kind].singular, SYNCED_KINDS[kind].plural))
    .join(', ')
}

/** The state of a step. WHY by the number: steps are carried out in their order, and are not read again while the plan is applied. */
export const stateOfStep = ({ number, state }: Pick<PlanStepView, 'number' | 'state'>, done: number): StepState =>
  number <= done ? 'DONE' : state

const STOPPED: Meaning = { label: 'Stopped', tone: 'danger', icon: TriangleAlert }

/** How far a step is. @param plan how many of its steps are done, and whether it ended at the next one */
export function meaningOfStep(
  step: Pick<PlanStepView, 'number' | 'state'>,
  { done, stopped }: { done: number; stopped?: boolean },
): Meaning {
  const state = stateOfStep(step, done)
  return stopped && state === 'WAITING' && step.number === done + 1 ? STOPPED : STEP_MEANINGS[state]
}

/** What carries out steps; the others read objects. */
const STEPPING: ReadonlySet<JobType> = new Set<JobType>(['syncApply', 'draftPublication'])

/** How far work that reads objects, or carries out steps, is. */
export function progressText({ type, state, done, total, cancelRequested }: Job): string {
  if (cancelRequested) return 'Ending…'
  if (state === 'QUEUED') return 'Waiting'
  if (total !== null) return `${count(done)} of ${counted(total, STEPPING.has(type) ? 'step' : 'object')}`
  return done ? `${counted(done, 'object')} read so far` : 'Starting'
}
