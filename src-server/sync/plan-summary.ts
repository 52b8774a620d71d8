import { createHash } from 'node:crypto'
import { canonical } from '#contract/interface/canonical.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { PlanEffect, SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { planDangers } from '#contract/sync/plan-dangers.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import { SyncError } from './sync-error.ts'
import type { Plan } from './plan/make-plan.ts'
import type { PlanConflict } from './plan/plan-sides.ts'
import { withoutState } from './plan/without-state.ts'

/** @throws SyncError for a plan of more steps than there may be */
export function assertBounded(steps: readonly PlanStep[]): void {
  if (steps.length > LIMITS.planSteps)
    throw new SyncError(`The plan would have ${steps.length} steps; there may be ${LIMITS.planSteps} at most.`)
}

type Summary = Pick<SyncPlanView, 'counts' | 'needsConfirmation' | 'conflicts' | 'conflicting' | 'refused'>

/** What a plan does, leaves and cannot do, counted. */
export function summaryOf(
  { steps, conflicts, refused }: Pick<Plan, 'steps' | 'conflicts' | 'refused'>,
  effect: PlanEffect | null,
): Summary {
  const counts = new Map<string, SyncPlanView['counts'][number]>()
  for (const { kind, act } of steps) {
    const known = counts.get(`${kind} ${act}`) ?? { kind, act, count: 0 }
    counts.set(`${kind} ${act}`, { ...known, count: known.count + 1 })
  }
  const told = refused.slice(0, LIMITS.pullRefusals).map(({ kind, name, reason }) => ({ kind, name, reason }))
  const all = [...counts.values()]
  const needsConfirmation = planDangers({ counts: all, effect }).length > 0
  return {
    ...{ counts: all, needsConfirmation, refused: told },
    ...{ conflicts: conflicts.length, conflicting: conflicts.slice(0, LIMITS.pullRefusals).map(named) },
  }
}

/** WHY without what each side has: that of a remote is in the comparison, and plans are kept. */
const named = ({ kind, isList, name, parent, difference }: PlanConflict) => ({ kind, isList, name, parent, difference })

/** Of all that a plan would do, without what has merely happened to the objects. */
export function digestOf({ steps, terms }: Pick<Plan, 'steps' | 'terms'>): string {
  const hash = createHash('sha256').update(canonical(terms))
  for (const step of steps) hash.update(canonical(essence(step)))
  return hash.digest('hex')
}

function essence(step: PlanStep): unknown {
  if (step.act === 'order') return step
  const { source, before } = step
  return { ...step, source: source && withoutState(source), before: before && withoutState(before) }
}
