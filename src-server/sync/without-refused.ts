import type { OrderStep, PlanStep } from '#contract/sync/plan-step.ts'
import type { Service } from '#operations/service/service.ts'
import type { PlanHere } from './plan-here.ts'
import { tryHere, type RefusedStep, type TriedHere, type TryingHere } from './try-here.ts'

type Told = (step: PlanStep, refusal: RefusedStep['refusal']) => string

/** A plan, and what trying it has found. */
interface Tried {
  readonly plan: PlanHere
  readonly tried: TriedHere
}

/**
 * Tries a plan, without the steps that the workspace refuses: what is left is refused only as a whole, if at all.
 * @param told why a step is refused
 */
export async function tryWithoutRefused(
  service: Service,
  trying: TryingHere & { plan: PlanHere },
  told: Told,
): Promise<Tried> {
  let { plan } = trying
  let tried = await tryHere(service, trying)
  // What is left out may be needed by what comes after it. There are fewer steps each time.
  while (tried.refusals.length > 0) {
    plan = withoutRefused(plan, tried.refusals, told)
    tried = await tryHere(service, { ...trying, plan })
  }
  return { plan, tried }
}

/**
 * A plan without the steps that the workspace refuses, which it tells as refused. An order goes on without what is not made.
 * @param told why a step is refused
 */
function withoutRefused(plan: PlanHere, refusals: readonly RefusedStep[], told: Told): PlanHere {
  const known = refusalsToTell(plan, refusals)
  const gone = new Set(known.map(({ step }) => step))
  const unmade = new Set(
    [...gone].flatMap((step) => (step.act === 'create' ? [keyOf(step.kind, step.source?.key)] : [])),
  )
  const steps = plan.steps
    .filter((step) => !gone.has(step))
    .flatMap((step): PlanStep[] => (step.act === 'order' ? orderWithout(step, unmade) : [step]))
  const refused = known.map(({ step, refusal }) => ({ kind: step.kind, name: step.name, reason: told(step, refusal) }))
  return { ...plan, steps, refused: [...plan.refused, ...refused] }
}

/** An order without what is not made; none where it was there to give that its place. */
function orderWithout(step: OrderStep, unmade: ReadonlySet<string>): OrderStep[] {
  const isMade = (key: string) => !unmade.has(keyOf(step.kind, key))
  const wanted = step.wanted.filter(({ key }) => isMade(key))
  if (!step.placed) return [{ ...step, wanted }]
  const made = step.placed.made.filter(isMade)
  return made.length === 0 ? [] : [{ ...step, wanted, placed: { ...step.placed, made } }]
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
