import { createHash } from 'node:crypto'
import { canonical } from '#contract/interface/canonical.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { PlanEffect, SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { planDangers } from '#contract/sync/plan-dangers.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { connections, type ConnectionRecord } from '#db/tables/connections.ts'
import { beginPlan, finishPlan, writeLosses, writeSteps } from '#operations/connections/plans.ts'
import type { Service } from '#operations/service/service.ts'
import type { Plan } from './plan/make-plan.ts'
import type { EffectOfPlan } from './review/plan-effect.ts'
import { withoutState } from './plan/without-state.ts'
import { SyncError } from './sync-error.ts'

/** Whom a connection leaves out or hides, a plan would take for removed or changed. */
export async function requireWhole(service: Service, connectionId: string): Promise<ConnectionRecord> {
  const connection = await connections.require(service.reader, connectionId)
  if (connection.people.mode !== 'ALL')
    throw new SyncError(
      `${connection.name} takes not all people of the remote as they are, so that nothing can be changed there.`,
    )
  return connection
}

type NewPlan = Omit<Parameters<typeof beginPlan>[1], 'effect'> & {
  readonly losses: Parameters<typeof writeLosses>[2]
  readonly effects: EffectOfPlan
}
interface Recording {
  context: RequestContext
  signal?: AbortSignal | undefined
}

/**
 * Writes down a plan, in parts that no other write waits for.
 * @returns its id
 * @throws SyncError for a plan of more steps than there may be
 */
export async function recordPlan(service: Service, { context, signal }: Recording, plan: NewPlan): Promise<string> {
  const { losses, effects, ...made } = plan
  const { steps } = made
  if (steps.length > LIMITS.planSteps)
    throw new SyncError(`The plan would have ${steps.length} steps; there may be ${LIMITS.planSteps} at most.`)
  const id = await service.write(context, (tx) => beginPlan(tx, { ...made, effect: effects.whole }))
  for (let at = 0; at < steps.length; at += LIMITS.pullBasePage) {
    signal?.throwIfAborted()
    const page = steps.slice(at, at + LIMITS.pullBasePage)
    await service.write(context, (tx) => writeSteps(tx, id, page, { from: at, effects: effects.steps }))
  }
  for (let at = 0; at < losses.length; at += LIMITS.pullBasePage) {
    signal?.throwIfAborted()
    await service.write(context, (tx) => writeLosses(tx, id, losses.slice(at, at + LIMITS.pullBasePage), at))
  }
  await service.write(context, (tx) => finishPlan(tx, id))
  return id
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
    ...{ conflicts: conflicts.length, conflicting: conflicts.slice(0, LIMITS.pullRefusals) },
  }
}

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
