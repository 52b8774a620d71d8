import type { Preference } from '#contract/gatehouse/pull.ts'
import type { Direction } from '#contract/gatehouse/comparison.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Comparison, FieldDifference, ObjectDifference } from '../compare/compare-snapshots.ts'
import type { OrderDifference } from '../compare/compare-orders.ts'
import type { Pairing } from '../compare/pair-objects.ts'
import type { Winner } from '../deciding/decide.ts'
import type { Snapshot } from '../snapshot.ts'
import type { PlanSides } from './plan-sides.ts'

/*
 * A comparison is made once, of the workspace with a remote; to change the remote it is read from the other side, where the remote is `ours` and the
 * workspace `theirs`. What a difference is called stays.
 */

const OPPOSITE: Readonly<Record<Direction, Direction>> = {
  incoming: 'outgoing',
  outgoing: 'incoming',
  both: 'both',
  conflict: 'conflict',
  unknown: 'unknown',
}

const mirroredField = ({ ours, theirs, direction, ...field }: FieldDifference): FieldDifference => ({
  ...field,
  ours: theirs,
  theirs: ours,
  direction: OPPOSITE[direction],
})

const mirroredDifference = ({ ours, theirs, direction, fields, ...about }: ObjectDifference): ObjectDifference => ({
  ...about,
  ours: theirs,
  theirs: ours,
  direction: OPPOSITE[direction],
  fields: fields.map(mirroredField),
})

type Maps = ReadonlyMap<SyncKind, ReadonlyMap<string, string>>

const inverted = (maps: Maps): Map<SyncKind, Map<string, string>> =>
  new Map([...maps].map(([kind, pairs]) => [kind, new Map([...pairs].map(([a, b]) => [b, a]))]))

const mirroredPairing = ({ ours, ids, ambiguous }: Pairing): Pairing => ({
  ours: inverted(ours),
  ids: inverted(ids),
  otherwise: new Map([...ids].map(([kind, pairs]) => [kind, new Set(pairs.keys())])),
  ambiguous: ambiguous.map((one) => ({ ...one, ours: one.theirs, theirs: one.ours })),
})

/** @param pairing the keys of the remote by ours */
function mirroredOrder(order: OrderDifference, pairing: Pairing): OrderDifference {
  const parentKind = SYNCED_KINDS[order.kind].source.within?.kind
  const at = (kind: SyncKind, key: string) => pairing.ours.get(kind)?.get(key) ?? key
  const there = (keys: readonly string[]) => keys.map((key) => at(order.kind, key))
  const parent = order.parent === null || !parentKind ? order.parent : at(parentKind, order.parent)
  return {
    ...{ ...order, parent },
    ours: there(order.theirs),
    theirs: there(order.ours),
    direction: OPPOSITE[order.direction],
  }
}

const OTHER: Readonly<Record<Preference, Preference>> = { remote: 'workspace', workspace: 'remote' }

/** Who wins, as the other side calls them. */
export const mirroredWinner =
  (winner: Winner): Winner =>
  (...what) => {
    const chosen = winner(...what)
    return chosen && OTHER[chosen]
  }

type Objects = Pick<Snapshot, 'objects'>

interface Compared {
  ours: Objects
  theirs: Objects
  /** What both had when they were last the same; null: not known. */
  base: Objects | null
  comparison: Comparison
  winner: Winner
  /** The ids of differences that choices name. Absent: none */
  named?: ReadonlySet<string>
  /** Of {@link PlanSides}. */
  unlimited?: ReadonlySet<string>
}

/** What a plan needs that makes the remote be as the workspace. */
export function sidesOfPush({ ours, theirs, base, comparison, winner, named, unlimited }: Compared): PlanSides {
  const pairing = mirroredPairing(comparison.pairing)
  return {
    ...{ targetName: 'the remote', target: theirs, source: ours, pairing },
    differences: comparison.differences.map(mirroredDifference),
    orders: comparison.orders.map((order) => mirroredOrder(order, pairing)),
    agreed: (kind) => base?.objects.get(kind)?.size ?? 0,
    winner: mirroredWinner(winner),
    ...(named && { named }),
    ...(unlimited && { unlimited }),
  }
}
