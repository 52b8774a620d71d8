import type { DraftPlan } from '#contract/gatehouse/draft-plan.ts'
import type { PlanStepView, SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { decides } from '#contract/sync/deciding-kinds.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import type { SetChange } from '#policy/index.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { takenBack } from '#operations/change-reviews/review-change.ts'
import { changeBetween, statesIn } from '#operations/change-reviews/states.ts'
import { invariantImpact } from '#operations/invariants/invariant-impact.ts'
import { presentEffect } from '#operations/connections/plans.ts'
import type { OwnWriter } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import { applyHere } from './apply/apply-here.ts'
import { StepStopped } from './apply/step-stopped.ts'
import type { Plan } from './plan/make-plan.ts'
import { planStepView } from './plan/plan-step-view.ts'
import type { PlanHere } from './plan-here.ts'
import { digestOf, summaryOf } from './plan-summary.ts'
import { effectOfUndeciding, type EffectOfPlan } from './review/plan-effect.ts'
import { BEYOND } from './review/plan-trial.ts'
import { reachingOf, withNotes } from './review/review-notes.ts'

export interface TryingHere {
  plan: Pick<Plan, 'steps' | 'terms'>
  writer: OwnWriter
  context: RequestContext
  /** See {@link ApplyParts.isFilledIn}. */
  isFilledIn?: boolean
  /** See `applyHere`. */
  keepsIds?: boolean
  signal?: AbortSignal | undefined
}

/** A step that the workspace would refuse. */
export interface RefusedStep {
  /** From 1. */
  readonly number: number
  readonly refusal: StepStopped
}

/** What a plan would do in the workspace. */
export interface TriedHere {
  readonly effects: EffectOfPlan
  /** Why the workspace would refuse it, in a sentence; null: it would not. */
  readonly problem: string | null
  /** All steps that it would refuse, as far as they can be known; each where those before it are left out. */
  readonly refusals: readonly RefusedStep[]
}

/** Carries out a plan in the workspace and takes that back, so that it leaves nothing, and says whom it would affect. */
export async function tryHere(service: Service, trying: TryingHere): Promise<TriedHere> {
  const { steps } = trying.plan
  if (steps.length === 0) return { effects: effectOfUndeciding(steps), problem: null, refusals: [] }
  try {
    return { effects: await effectHere(service, trying), problem: null, refusals: [] }
  } catch (error) {
    if (!(error instanceof StepStopped)) throw error
    const effects = { whole: presentEffect(null), steps: steps.map(() => null) }
    return { effects, problem: error.message, refusals: await refusalsHere(service, trying) }
  }
}

/** All steps that the workspace refuses; none where it is no step that is refused, but what several have come to. */
async function refusalsHere(service: Service, { context, ...trying }: TryingHere): Promise<RefusedStep[]> {
  const refused: RefusedStep[] = []
  const onStopped = (_: PlanStep, refusal: StepStopped, number: number) => void refused.push({ number, refusal })
  const write = <T>(work: Parameters<typeof service.write<T>>[1]) => service.write(context, work)
  await takenBack(write, (tx) => applyHere(service, tx, { ...trying, onStopped })).catch((error: unknown) => {
    if (!(error instanceof StepStopped)) throw error
  })
  return refused
}

/** @throws StepStopped where the workspace refuses a step */
async function effectHere(service: Service, { context, ...trying }: TryingHere): Promise<EffectOfPlan> {
  const { steps } = trying.plan
  const write = <T>(work: Parameters<typeof service.write<T>>[1]) => service.write(context, work)
  const { changes, ...around } = await takenBack(write, async (tx) => {
    const { before, now } = await statesIn(service, tx)
    const changes = new Map<number, SetChange>()
    let last = before
    const onStep = async ({ kind }: PlanStep, number: number) => {
      if (!decides(kind) || changes.size >= LIMITS.planEffects) return
      const state = await now()
      changes.set(number, changeBetween(last, state))
      last = state
    }
    await applyHere(service, tx, { ...trying, onStep })
    // Nothing has to be changed first: the steps begin from the workspace as it is.
    return { changes, from: changeBetween(before, before), rest: changeBetween(last, await now()) }
  })
  if (!steps.some(({ kind }) => decides(kind))) return effectOfUndeciding(steps)
  const question = { engine: service.engine(), now: service.clock(), ...around, steps: [...changes.values()] }
  const { whole, steps: counted } = await service.workers.run('stepImpacts', question, { signal: trying.signal })
  const invariants = await invariantImpact(service, {
    changes: [...changes.values(), around.rest],
    signal: trying.signal,
  })
  const uncounted = reachingOf(steps)
  const byNumber = new Map([...changes.keys()].map((number, at) => [number, counted[at] ?? null]))
  return {
    whole: {
      effect: withNotes(
        { ...whole, ...invariants },
        [],
        uncounted === null ? [] : [`What the plan changes of ${uncounted} is not counted`],
      ),
      effectProblem: null,
    },
    steps: steps.map(({ kind }, at) => {
      const effect = byNumber.get(at + 1) ?? null
      return decides(kind) ? { effect, effectProblem: effect ? null : BEYOND } : null
    }),
  }
}

/** A plan of the workspace as it is shown, with what trying it has found. */
export interface ShownPlan {
  readonly plan: Omit<DraftPlan, 'conflicting' | 'prefer' | 'choices' | 'planned'> & Pick<SyncPlanView, 'conflicting'>
  readonly steps: readonly PlanStepView[]
}

/** A plan that was tried, for pages, scripts and the command line. */
export function shownHere(plan: PlanHere, { effects, problem }: Pick<TriedHere, 'effects' | 'problem'>): ShownPlan {
  const steps = plan.steps.map((step, at): PlanStepView => ({
    ...{ number: at + 1, state: 'WAITING', ...planStepView(step, plan.terms) },
    ...presentEffect(effects.steps[at] ?? null),
  }))
  const whole = { ...summaryOf(plan, effects.whole.effect), ...presentEffect(effects.whole) }
  return { plan: { digest: digestOf(plan), steps: steps.length, ...whole, unread: [...plan.unread], problem }, steps }
}
