import type { ComparisonView, ObjectDifferenceView } from '#contract/gatehouse/comparison.ts'
import { idOfKey, typeOf } from '#contract/sync/paired-by-hand.ts'
import { NOT_SYNCED, SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { nameOn, sizeOf, type Snapshot, type SyncObject } from '../snapshot.ts'
import { alikeViews } from './alike-view.ts'
import type { Comparison } from './compare-snapshots.ts'
import type { Pairing } from './pair-objects.ts'

type Objects = Pick<Snapshot, 'objects'>
type Side = Pick<Snapshot, 'objects' | 'people'>

/** A comparison for pages and scripts: names in place of keys. */
export interface ComparisonViews {
  summary: Omit<ComparisonView, 'comparedAt'>
  differences: ObjectDifferenceView[]
}

/** What a comparison found, as it is shown. @param ours and theirs as they were compared */
export function comparisonViews(comparison: Comparison, ours: Objects, theirs: Side): ComparisonViews {
  const differences = comparison.differences.map(({ id, kind, name, direction, ours: own, theirs: other, fields }) => ({
    ...{ id, kind, name, direction },
    parent: parentName(kind, own?.parent ?? other?.parent ?? null, own ? ours : theirs),
    parentId: parentIdOf(kind, own, other, comparison.pairing),
    type: typeOfEither(own ?? other),
    ours: own && { id: own.id, key: own.key },
    theirs: other && { id: other.id, key: other.key },
    fields,
  }))
  const summary = {
    objects: { ours: sizeOf(ours), theirs: sizeOf(theirs) },
    counts: countsOf(differences),
    orders: comparison.orders.map((order) => ({
      ...order,
      parent: parentName(order.kind, order.parent, ours),
      parentId: parentOf(order.kind, order.parent, ours)?.id ?? null,
      ours: order.ours.map((key) => nameIn(ours, order.kind, key)),
      theirs: order.theirs.map((key) => nameIn(ours, order.kind, key)),
    })),
    ambiguous: comparison.ambiguous.map(({ kind, name, ours: own, theirs: others }) => ({
      ...{ kind, name, parent: parentName(kind, own[0]?.parent ?? null, ours) },
      ...alikeViews(kind, own, others),
    })),
    unread: [...comparison.unread],
    ...(theirs.people && { people: theirs.people }),
    neverCompared: [...NOT_SYNCED],
  }
  return { summary, differences }
}

/** The id of ours that an object of either side belongs to. */
function parentIdOf(
  kind: SyncKind,
  own: SyncObject | null,
  other: SyncObject | null,
  { ours }: Pairing,
): string | null {
  const within = SYNCED_KINDS[kind].source.within?.kind
  const key = own ? own.parent : within && other?.parent ? (ours.get(within)?.get(other.parent) ?? null) : null
  return key === null ? null : idOfKey(key)
}

const typeOfEither = (object: SyncObject | null) => object && typeOf(object)

function nameIn(side: Objects, kind: SyncKind, key: string): string {
  const object = side.objects.get(kind)?.get(key)
  return object ? nameOn(object, side) : key
}

function parentOf(kind: SyncKind, key: string | null, { objects }: Objects): SyncObject | undefined {
  const within = SYNCED_KINDS[kind].source.within?.kind
  return key !== null && within ? objects.get(within)?.get(key) : undefined
}

/** What an object belongs to is called; null: it belongs to the organization. @param key of that, on its side */
export function parentName(kind: SyncKind, key: string | null, side: Objects): string | null {
  const within = SYNCED_KINDS[kind].source.within?.kind
  return key !== null && within ? nameIn(side, within, key) : null
}

function countsOf(differences: readonly ObjectDifferenceView[]): ComparisonView['counts'] {
  const counts = new Map<string, ComparisonView['counts'][number]>()
  for (const { kind, direction } of differences) {
    const key = `${kind} ${direction}`
    const known = counts.get(key) ?? { kind, direction, count: 0 }
    counts.set(key, { ...known, count: known.count + 1 })
  }
  return [...counts.values()]
}
