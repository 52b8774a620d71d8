import type { Comparison } from '../compare/compare-snapshots.ts'
import type { Snapshot } from '../snapshot.ts'
import type { PlanSides } from './plan-sides.ts'

interface Towards {
  readonly targetName: string
  readonly target: Pick<Snapshot, 'objects'>
  readonly source: Pick<Snapshot, 'objects'>
  /** Of the target, as ours, with the source. */
  readonly comparison: Comparison
}

/**
 * Two sides of which the source says what is wanted, as a folder under version control does: all that differs is a change of the source, and what
 * only the target has is removed. What the source does not speak of, such as people, is in no comparison and stays.
 */
export function sidesTowards({ targetName, target, source, comparison }: Towards): PlanSides {
  const { differences, orders, pairing } = comparison
  const incoming = <Differing extends object>(one: Differing) => ({ ...one, direction: 'incoming' as const })
  return {
    ...{ targetName, target, source, pairing },
    differences: differences.map((one) => ({ ...incoming(one), fields: one.fields.map(incoming) })),
    orders: orders.map(incoming),
    agreed: (kind) => target.objects.get(kind)?.size ?? 0,
    winner: () => 'remote',
  }
}
