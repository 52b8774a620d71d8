import { CATCH_ALL_PRIORITY } from '#contract/interface/limits.ts'
import type { PriorityScheme } from '#contract/policy/policy-types.ts'

/** What has a place in the order. `pinned`: the default policy or rule, which stays last whatever happens. */
export interface Ranked {
  readonly id: string
  readonly priority: number
  readonly pinned: boolean
}

/** New numbers by id: of those that change, and always of the placed one. */
export type Placement = ReadonlyMap<string, number>

/** Why a priority cannot be given; `message` names the bound. */
export class PriorityError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PriorityError'
  }
}

/**
 * Places an item at `expected` (null: last above the default), new or already in the list, by the priorityScheme's rules
 * (spec/4 §1.4, §1.9.10).
 * @throws PriorityError when the number is out of bounds, or the shift would reach the catch-all
 */
export function prioritiesWith(
  priorityScheme: PriorityScheme,
  items: readonly Ranked[],
  id: string,
  expected: number | null,
): Placement {
  return priorityScheme === 'v1' ? placeV1(items, id, expected) : placeV2(items, id, expected)
}

/** The numbers after an item is gone: v1 closes the gap, v2 leaves it. */
export function prioritiesWithout(priorityScheme: PriorityScheme, items: readonly Ranked[], id: string): Placement {
  return priorityScheme === 'v1' ? renumber(items, ordered(items.filter((item) => item.id !== id))) : new Map()
}

function ordered(items: readonly Ranked[]): Ranked[] {
  return [...items].sort((a, b) => Number(a.pinned) - Number(b.pinned) || a.priority - b.priority)
}

function renumber(before: readonly Ranked[], order: readonly { id: string }[]): Placement {
  const old = new Map(before.map((item) => [item.id, item.priority]))
  return new Map(order.map((item, index) => [item.id, index + 1] as const).filter(([id, next]) => old.get(id) !== next))
}

function placeV1(items: readonly Ranked[], id: string, expected: number | null): Placement {
  if (expected !== null && expected < 1) throw new PriorityError('must be 1 or more')
  const others = ordered(items.filter((item) => item.id !== id))
  const end = others.filter((item) => !item.pinned).length
  const index = expected === null ? end : Math.min(expected - 1, end)
  const order = [...others.slice(0, index), { id }, ...others.slice(index)]
  return new Map([...renumber(items, order), [id, index + 1]])
}

function placeV2(items: readonly Ranked[], id: string, expected: number | null): Placement {
  const highest = CATCH_ALL_PRIORITY - 1
  if (expected !== null && (expected < 0 || expected > highest)) throw new PriorityError(`must be 0 to ${highest}`)
  const holders = new Map(
    items.filter((item) => !item.pinned && item.id !== id).map((item) => [item.priority, item.id]),
  )
  const target = expected ?? (holders.size === 0 ? 0 : Math.max(...holders.keys()) + 1)
  const moved = new Map<string, number>([[id, target]])
  for (let slot = target, mover = holders.get(slot); mover !== undefined;) {
    slot += 1
    const next = holders.get(slot)
    moved.set(mover, slot)
    mover = next
  }
  if ([...moved.values()].some((value) => value > highest))
    throw new PriorityError(`no number up to ${highest} is left below it; name a smaller one`)
  return moved
}
