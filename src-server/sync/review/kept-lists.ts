import type { Body } from '#contract/sync/definition.ts'
import { DECIDING_KINDS } from '#contract/sync/deciding-kinds.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { KeptLists } from '#operations/memory/kept-comparisons.ts'
import type { Comparison } from '../compare/compare-snapshots.ts'
import type { Snapshot, SyncObject } from '../snapshot.ts'

export interface Sides {
  ours: Pick<Snapshot, 'objects'>
  theirs: Pick<Snapshot, 'objects'>
  base: Pick<Snapshot, 'objects'> | undefined
}

/** The lists that decide by their order and that a pull or a plan may reorder: those in another order, and those of which one side alone has something. */
export function keptLists(comparison: Comparison, { ours, theirs, base }: Sides): KeptLists {
  const { pairing } = comparison
  const ourParent = ({ kind, parent }: SyncObject) => {
    const above = SYNCED_KINDS[kind].source.within?.kind
    return parent !== null && above ? (pairing.ours.get(above)?.get(parent) ?? null) : null
  }
  const listOf = (object: SyncObject, parent: string | null) =>
    JSON.stringify([object.kind, parent, SYNCED_KINDS[object.kind].order?.(object.body)])
  const isWhole = ({ ours: own, theirs: other }: Comparison['differences'][number]) => !own || !other
  const alone = comparison.differences
    .filter(isWhole)
    .map(({ ours: own, theirs: other }) => (own ? listOf(own, own.parent) : other && listOf(other, ourParent(other))))
  const concerned = new Set([
    ...comparison.orders.map(({ kind, parent, list }) => JSON.stringify([kind, parent, list])),
    ...alone,
  ])
  const ordered = DECIDING_KINDS.filter((kind) => SYNCED_KINDS[kind].order)
  const among = (side: Pick<Snapshot, 'objects'> | undefined, parentOf: (object: SyncObject) => string | null) =>
    ordered.flatMap((kind) =>
      [...(side?.objects.get(kind)?.values() ?? [])].filter((object) =>
        concerned.has(listOf(object, parentOf(object))),
      ),
    )
  return {
    ours: among(ours, ({ parent }) => parent),
    theirs: among(theirs, ourParent).map(placed),
    base: among(base, ourParent).map(placed),
  }
}

/** With nothing but what says where it stands. */
export const placed = ({ body, ...object }: SyncObject): SyncObject => {
  const { type, priority } = body as Body & { type?: unknown; priority?: unknown }
  return { ...object, body: { type, priority } }
}

/** Objects by kind and key, as a side has them. */
export function sideOf(objects: readonly SyncObject[]): Pick<Snapshot, 'objects'> {
  const byKind = Map.groupBy(objects, ({ kind }) => kind)
  const keyed = [...byKind].map(([kind, all]) => [kind, new Map(all.map((one) => [one.key, one]))] as const)
  return { objects: new Map<SyncKind, ReadonlyMap<string, SyncObject>>(keyed) }
}
