import type { PlanTrialView } from '#contract/gatehouse/sync-plan.ts'
import type { Service } from '#operations/service/service.ts'
import { StepStopped } from '../apply/step-stopped.ts'
import { effectOfUndeciding, type EffectOfPlan } from '../review/plan-effect.ts'
import { SyncError } from '../sync-error.ts'
import { tryOnTwin, type TryingOnTwin } from './try-on-twin.ts'

interface Trying extends TryingOnTwin {
  /** Whether it was asked for; else a plan stands for itself where it cannot be tried. */
  isDry: boolean | undefined
}

interface Tried {
  /** Null: it could not be tried. */
  readonly trial: PlanTrialView | null
  readonly effects: EffectOfPlan
}

/**
 * Whom a plan affects by a trial on a twin of its remote.
 * @throws SyncError, StepStopped where a dry run was asked for and no twin can be made
 */
export async function effectOnTwin(service: Service, { isDry, ...trying }: Trying): Promise<Tried> {
  const { steps } = trying
  if (steps.length === 0) return { trial: isDry ? NOTHING_FOUND : null, effects: effectOfUndeciding(steps) }
  try {
    return await tryOnTwin(service, trying)
  } catch (error) {
    if (isDry || !(error instanceof SyncError || error instanceof StepStopped)) throw error
    const whole = { effect: null, effectProblem: `Whom it affects is not known. ${error.message}` }
    return { trial: null, effects: { whole, steps: steps.map(() => null) } }
  }
}

const NOTHING_FOUND: PlanTrialView = { problem: null, unlike: [] }
