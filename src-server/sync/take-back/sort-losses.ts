import { LIMITS } from '#contract/interface/limits.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import { removedAttributes } from '../plan/removed-attributes.ts'
import type { PlanRefusal } from '../plan/plan-sides.ts'

/** What is noted of an object that was lost or changed with a step. */
interface Noted {
  /** The number of the step. */
  readonly step: number
  readonly stays: boolean
}

interface SortedLosses<Loss> {
  /** What went along. */
  readonly gone: readonly Loss[]
  /** What stayed, and named something that went. */
  readonly naming: readonly Loss[]
  /** What stayed, and lost values with an attribute of its schema: as much as is given back. */
  readonly values: readonly Loss[]
  /** Of which more is not given back. */
  readonly refused: readonly PlanRefusal[]
}

/** Sorts what steps have changed beside what they were about, by what is done with it. */
export function sortLosses<Loss extends Noted>(
  losses: readonly Loss[],
  done: readonly { readonly number: number; readonly step: PlanStep }[],
): SortedLosses<Loss> {
  const schemas = new Map(done.map(({ number, step }) => [number, { step, names: removedAttributes(step) }]))
  const isValue = ({ step }: Loss) => (schemas.get(step)?.names.length ?? 0) > 0
  const others = losses.filter((one) => !isValue(one))
  const byStep = [...Map.groupBy(losses.filter(isValue), ({ step }) => step)]
  const most = LIMITS.planLostValues
  return {
    gone: others.filter(({ stays }) => !stays),
    naming: others.filter(({ stays }) => stays),
    values: byStep.flatMap(([, all]) => all.slice(0, most)),
    refused: byStep.flatMap(([number, all]) => {
      const { step, names } = schemas.get(number) ?? {}
      if (!step || !names || all.length <= most) return []
      const reason = `more than ${most.toLocaleString('en')} objects had values of ${names.join(', ')}: those of the others are not given back`
      return [{ kind: step.kind, name: step.name, reason }]
    }),
  }
}
