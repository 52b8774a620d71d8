import { secretsOf, type GivenSecret } from '#contract/sync/needed-secrets.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import { heldSecrets } from '#operations/policy-resources/held-secrets.ts'
import type { Service } from '#operations/service/service.ts'
import { withGiven } from '../plan/plan-step-view.ts'

/** Secrets by the steps that they are for; what is left out of a plan later takes none of another with it. */
export type BroughtSecrets = ReadonlyMap<PlanStep, readonly GivenSecret[]>

interface WithSecrets<P> {
  /** The plan, in which steps say what is brought, and no note asks for that. */
  readonly plan: P
  readonly secrets: BroughtSecrets
}

/**
 * Looks up the secrets that the steps of a plan need in the copy of the workspace that they come from. Both are files of this service, encrypted with
 * the same key, and hold the same organization, so that what was entered in a draft comes along.
 */
export async function withBrought<P extends { readonly steps: readonly PlanStep[] }>(
  plan: P,
  source: Service,
): Promise<WithSecrets<P>> {
  const secrets = new Map<PlanStep, readonly GivenSecret[]>()
  const steps: PlanStep[] = []
  for (const planned of plan.steps) {
    const found = await secretsIn(source, planned)
    const paths = found.map(({ path }) => path)
    const step = found.length > 0 ? withGiven(planned, paths) : planned
    if (found.length > 0) secrets.set(step, found)
    steps.push(step)
  }
  return { plan: { ...plan, steps }, secrets }
}

async function secretsIn(source: Service, step: PlanStep): Promise<readonly GivenSecret[]> {
  if (step.act === 'order' || !step.source) return []
  const paths = secretsOf(step).map(({ path }) => path)
  return paths.length === 0 ? [] : heldSecrets(source, step.source, paths)
}
