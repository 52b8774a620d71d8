import type { Comparison } from '../compare/compare-snapshots.ts'
import type { Winner } from '../deciding/decide.ts'
import type { Snapshot } from '../snapshot.ts'
import type { PlanSides } from './plan-sides.ts'

interface From {
  readonly target: Pick<Snapshot, 'objects'>
  readonly source: Pick<Snapshot, 'objects'>
  /** Of the target, as ours, with the source. */
  readonly comparison: Comparison
  /** `remote` stands for the source. */
  readonly winner: Winner
  /** The ids of differences that choices name. */
  readonly named: ReadonlySet<string>
  /** Whether what only the target has is removed; else it stays. */
  readonly removes: boolean
}

/**
 * Two sides of which nothing says what they were when they were the same: wherever both differ, it is decided who wins. What the source does not speak
 * of, such as people, is in no comparison and stays.
 */
export function sidesFrom({ target, source, comparison, winner, named, removes }: From): PlanSides {
  const { differences, orders, pairing } = comparison
  const open = <Differing extends object>(one: Differing) => ({ ...one, direction: 'conflict' as const })
  const stays = { direction: 'outgoing' } as const
  return {
    ...{ targetName: 'the remote', target, source, pairing, winner, named },
    differences: differences.map((one) =>
      one.theirs === null && !removes ? { ...one, ...stays } : { ...open(one), fields: one.fields.map(open) },
    ),
    orders: orders.map(open),
    agreed: (kind) => target.objects.get(kind)?.size ?? 0,
  }
}
