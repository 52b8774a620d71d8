import { CATCH_ALL_PRIORITY } from '../interface/limits.ts'
import type { PriorityScheme } from './policy-types.ts'

/** A policy or rule in an order; `system` ones (default policy, default and catch-all rules) stay last. */
export interface Ordered {
  id: string
  name: string
  priority: number
  system: boolean
}

/** The order in which the service considers them. */
export function evaluationOrder<T extends Ordered>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => Number(a.system) - Number(b.system) || a.priority - b.priority)
}

/** How many can be moved; the pinned ones follow them. */
export function movableCount(order: readonly Ordered[]): number {
  return order.filter((item) => !item.system).length
}

/** The order with one item at another index, kept among the movable ones; pinned and unknown items stay. */
export function moved<T extends Ordered>(order: readonly T[], id: string, index: number): T[] {
  const item = order.find((candidate) => candidate.id === id)
  if (!item || item.system) return [...order]
  const others = order.filter((candidate) => candidate !== item)
  const at = Math.max(0, Math.min(index, movableCount(others)))
  return [...others.slice(0, at), item, ...others.slice(at)]
}

/**
 * The priority that puts an item at an index of the order (spec/4 §1.4). `id` null: it is not in the list yet. v1
 * numbers are places; in v2 the one that holds the place gives its number and moves on.
 */
export function priorityAt(
  priorityScheme: PriorityScheme,
  order: readonly Ordered[],
  id: string | null,
  index: number,
): number {
  if (priorityScheme === 'v1') return index + 1
  const others = evaluationOrder(order).filter((item) => item.id !== id && !item.system)
  const holder = others[index]
  if (holder) return holder.priority
  const last = others.at(-1)
  return last ? last.priority + 1 : 0
}

/** The index at which a priority puts an item; null: at the end. The counterpart of `priorityAt`. */
export function indexOfPriority(
  priorityScheme: PriorityScheme,
  order: readonly Ordered[],
  id: string | null,
  priority: number | null | undefined,
): number {
  const others = order.filter((item) => item.id !== id && !item.system)
  if (priority === null || priority === undefined) return others.length
  if (priorityScheme === 'v1') return Math.max(0, Math.min(priority - 1, others.length))
  return others.filter((item) => item.priority < priority).length
}

/** One write of a priority. */
interface Step {
  id: string
  priority: number
}

/** Whether v2's numbers from one on, held without a gap, would be pushed into the catch-all's. */
function overflows(others: readonly Ordered[], priority: number): boolean {
  const held = new Set(others.map((item) => item.priority))
  let free = priority
  while (held.has(free)) free += 1
  return free >= CATCH_ALL_PRIORITY
}

/**
 * The writes that put an item of the order at an index. One, but for v2 rules below which no number is free: there those
 * that it passes are put above it one after the other, each into the number that the item has then.
 */
export function stepsTo(priorityScheme: PriorityScheme, order: readonly Ordered[], id: string, index: number): Step[] {
  const priority = priorityAt(priorityScheme, order, id, index)
  const movable = evaluationOrder(order).filter((item) => !item.system)
  const from = movable.findIndex((item) => item.id === id)
  const item = movable[from]
  const others = movable.filter((other) => other !== item)
  if (priorityScheme === 'v1' || !item || !overflows(others, priority)) return [{ id, priority }]
  return movable.slice(from + 1, index + 1).map((passed, at) => ({ id: passed.id, priority: item.priority + at }))
}
