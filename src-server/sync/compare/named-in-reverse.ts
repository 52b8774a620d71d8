import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { OrderDifference } from './compare-orders.ts'
import type { Comparison } from './compare-snapshots.ts'
import { differenceId, orderId } from './difference-id.ts'
import type { Pairing } from './pair-objects.ts'

/**
 * A comparison whose differences are called as in that of the same sides the other way round, where ours are theirs: a choice that names one is
 * understood in either.
 */
export function namedInReverse(comparison: Comparison): Comparison {
  const { differences, orders, pairing } = comparison
  return {
    ...comparison,
    differences: differences.map((one) => ({ ...one, id: differenceId(one.kind, one.theirs, one.ours) })),
    orders: orders.map((one) => ({ ...one, id: orderId(one.kind, theirParent(one, pairing), one.list) })),
  }
}

/** Their key of what a list belongs to. */
function theirParent({ kind, parent }: OrderDifference, { ours }: Pairing): string | null {
  const within = SYNCED_KINDS[kind].source.within?.kind
  const pairs = [...((within && ours.get(within)) ?? [])]
  return pairs.find(([, ourKey]) => ourKey === parent)?.[0] ?? parent
}
