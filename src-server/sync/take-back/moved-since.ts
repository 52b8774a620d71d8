import type { OrderStep, PlanStep } from '#contract/sync/plan-step.ts'
import { itemsOf } from '../apply/apply-order.ts'
import type { TargetReader } from '../apply/target-reader.ts'

/**
 * The steps that would order lists which stand in another order now than they say, since others have moved something in them. What was added to a list
 * or is gone from it moves nothing.
 * @param steps in the words of the target
 */
export async function movedSince(steps: readonly PlanStep[], reader: TargetReader): Promise<ReadonlySet<PlanStep>> {
  const orders = steps.filter((step) => step.act === 'order')
  const moved = new Set<PlanStep>()
  // The first step of a list finds it as it is now.
  for (const [, [first, ...rest]] of Map.groupBy(orders, listOf))
    if (first && (await isMoved(first, reader))) for (const step of [first, ...rest]) moved.add(step)
  return moved
}

const listOf = ({ kind, above, list }: OrderStep) => JSON.stringify([kind, above, list])

async function isMoved(step: OrderStep, reader: TargetReader): Promise<boolean> {
  const { kind, above, list, before } = step
  const now = (await itemsOf(step, { kind, parent: above, call: list }, { reader })).map(({ key }) => key)
  const [there, known] = [new Set(now), new Set(before.map(({ key }) => key))]
  const [is, was] = [now.filter((key) => known.has(key)), [...known].filter((key) => there.has(key))]
  return is.join() !== was.join()
}
