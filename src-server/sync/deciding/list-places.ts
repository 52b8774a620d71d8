import { isId } from '#contract/interface/ids.ts'
import { evaluationOrder, stepsTo, type Ordered } from '#contract/policy/list-order.ts'
import type { PriorityScheme } from '#contract/policy/policy-types.ts'
import { valueAt } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { PriorityError, prioritiesWith } from '#policy/index.ts'
import { placeOf } from '../compare/compare-orders.ts'
import { nameOf, type SyncObject } from '../snapshot.ts'
import { fewestMoves } from './fewest-moves.ts'

/** An item of a list that gets another number. */
export interface Place {
  readonly key: string
  readonly priority: number
}

/** How the numbers of a list behave (spec/4 §1.4): as places, as numbers that push on what holds them; null: what others hold stays. */
function schemeOf(kind: SyncKind, parent: string | null): PriorityScheme | null {
  if (kind === 'appGroup') return null
  // Of rules of policies that applications name, whose policies have no order.
  return kind === 'rule' && isId('ruleSet', parent ?? '') ? 'v2' : 'v1'
}

/**
 * The numbers that bring a list into an order, to be written one after the other: by the fewest moves, whatever each of them pushes on.
 * @param items all that stands in the list
 * @param wanted keys of some of them, as they are to follow each other; the others keep their places
 * @returns null where no number is left for one of them
 */
export function placesFor(items: readonly SyncObject[], wanted: readonly string[]): Place[] | null {
  const [first] = items
  const scheme = first ? schemeOf(first.kind, first.parent) : null
  const isPinned = (item: SyncObject) => valueAt(item.body, 'system') === true
  const ordered = items.map((item) => ({
    ...{ id: item.key, name: nameOf(item), priority: placeOf(item), system: isPinned(item) },
  }))
  const list = evaluationOrder(ordered)
  const moves = fewestMoves(
    list.map(({ id }) => id),
    wanted,
  )
  if (scheme === null) return freePlaces(list, moves)
  try {
    return shiftedPlaces(scheme, list, moves)
  } catch (error) {
    if (error instanceof PriorityError) return null
    throw error
  }
}

type Moves = ReturnType<typeof fewestMoves>

/** @throws PriorityError where no number is left */
function shiftedPlaces(scheme: PriorityScheme, list: readonly Ordered[], moves: Moves): Place[] {
  let now = [...list]
  const places: Place[] = []
  for (const { key, at } of moves)
    for (const { id, priority } of stepsTo(scheme, now, key, at)) {
      places.push({ key: id, priority })
      const ranked = now.map((item) => ({ id: item.id, priority: item.priority, pinned: item.system }))
      const numbers = prioritiesWith(scheme, ranked, id, priority)
      now = evaluationOrder(now.map((item) => ({ ...item, priority: numbers.get(item.id) ?? item.priority })))
    }
  return places
}

/** Of numbers that push nothing on: each is above the one before, and what stands where it is to keeps its own where that will do. */
function freePlaces(list: readonly Ordered[], moves: Moves): Place[] {
  const order = [...list]
  for (const { key, at } of moves) {
    const [item] = order.splice(
      order.findIndex(({ id }) => id === key),
      1,
    )
    if (item) order.splice(at, 0, item)
  }
  const moved = new Set(moves.map(({ key }) => key))
  const places: Place[] = []
  let last = -1
  for (const { id, priority } of order) {
    const number = moved.has(id) || priority <= last ? last + 1 : priority
    if (number !== priority) places.push({ key: id, priority: number })
    last = number
  }
  return places
}
