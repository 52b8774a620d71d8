import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { compareOrdersOf, type OrderDifference } from '../compare/compare-orders.ts'
import type { Snapshot, SyncObject } from '../snapshot.ts'
import type { Winner } from '../deciding/decide.ts'
import { placesFor } from '../deciding/list-places.ts'
import { moveOf } from '../deciding/steps.ts'
import type { Entry } from './write-page.ts'

type Sides = Parameters<typeof compareOrdersOf>[1] & Parameters<typeof moveOf>[2]

/** What a pull does with the lists of a kind that are in another order. */
interface Ordered {
  readonly moves: Entry[]
  /** Lists that both sides have reordered, which stay as they are. */
  readonly open: OrderDifference[]
}

/** Decides about the order of each list of a kind, by its own id. */
export function decideOrders(kind: SyncKind, sides: Sides, winner: Winner): Ordered {
  const ordered: Ordered = { moves: [], open: [] }
  for (const difference of compareOrdersOf(kind, sides)) {
    const { direction } = difference
    const chosen =
      direction === 'incoming' ? 'remote' : direction === 'outgoing' ? 'workspace' : winner(kind, difference.id)
    if (chosen === 'remote') ordered.moves.push(...movesOf(difference, sides))
    if (chosen === null) ordered.open.push(difference)
  }
  return ordered
}

function movesOf(difference: OrderDifference, sides: Sides): Entry[] {
  const { theirs: wanted } = difference
  const items = listOf(sides.ours, difference)
  const byKey = new Map(items.map((item) => [item.key, item]))
  const places = placesFor(items, wanted) ?? []
  return places.flatMap(({ key, priority }): Entry[] => {
    const own = byKey.get(key)
    return own ? [{ what: 'move', of: own, calls: moveOf(own, priority, sides) }] : []
  })
}

/** The objects of one of our lists. */
function listOf(
  { objects }: Pick<Snapshot, 'objects'>,
  { kind, parent, list }: Pick<OrderDifference, 'kind' | 'parent' | 'list'>,
): SyncObject[] {
  return [...(objects.get(kind)?.values() ?? [])].filter(
    (object) => object.parent === parent && SYNCED_KINDS[kind].order?.(object.body) === list,
  )
}
