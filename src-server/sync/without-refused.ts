import type { PlanStep } from '#contract/sync/plan-step.ts'
import type { PlanHere } from './plan-here.ts'
import type { RefusedStep } from './try-here.ts'

type Told = (step: PlanStep, refusal: RefusedStep['refusal']) => string

/**
 * A plan without the steps that the workspace refuses, which it tells as refused. An order goes on without what is not made.
 * @param told why a step is refused
 */
export function withoutRefused(plan: PlanHere, refusals: readonly RefusedStep[], told: Told): PlanHere {
  const known = refusalsToTell(plan, refusals)
  const gone = new Set(known.map(({ step }) => step))
  const unmade = new Set(
    [...gone].flatMap((step) => (step.act === 'create' ? [keyOf(step.kind, step.source?.key)] : [])),
  )
  const steps = plan.steps
    .filter((step) => !gone.has(step))
    .map((step) =>
      step.act === 'order'
        ? { ...step, wanted: step.wanted.filter(({ key }) => !unmade.has(keyOf(step.kind, key))) }
        : step,
    )
  const refused = known.map(({ step, refusal }) => ({ kind: step.kind, name: step.name, reason: told(step, refusal) }))
  return { ...plan, steps, refused: [...plan.refused, ...refused] }
}

const keyOf = (kind: string, key = '') => `${kind} ${key}`

/** The steps that are refused by themselves: an order is also where something in it is. */
export function refusalsToTell({ steps }: Pick<PlanHere, 'steps'>, refusals: readonly RefusedStep[]) {
  const known = refusals.flatMap(({ number, refusal }) => {
    const step = steps[number - 1]
    return step ? [{ step, refusal }] : []
  })
  const kinds = new Set(known.flatMap(({ step }) => (step.act === 'order' ? [] : [step.kind])))
  return known.filter(({ step }) => step.act !== 'order' || !kinds.has(step.kind))
}
