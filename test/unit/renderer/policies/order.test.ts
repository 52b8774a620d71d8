import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prioritiesWith } from '#policy/priority.ts'
import {
  evaluationOrder,
  indexOfPriority,
  moved,
  priorityAt,
  stepsTo,
  type Ordered,
} from '#contract/policy/list-order.ts'

const REGIMES = ['v1', 'v2'] as const

function listOf(priorityScheme: 'v1' | 'v2', priorities: readonly number[]): Ordered[] {
  const numbers =
    priorityScheme === 'v1' ? priorities.map((_, index) => index + 1) : [...priorities].sort((a, b) => a - b)
  const items = numbers.map((priority, index) => ({ id: `i${index}`, name: `Item ${index}`, priority, system: false }))
  return [
    ...items,
    { id: 'last', name: 'Default', priority: priorityScheme === 'v1' ? items.length + 1 : 99, system: true },
  ]
}

/** What the service makes of a priority, by its own rules. */
function placed(priorityScheme: 'v1' | 'v2', items: readonly Ordered[], id: string, priority: number): string[] {
  const numbers = prioritiesWith(
    priorityScheme,
    items.map((item) => ({ ...item, pinned: item.system })),
    id,
    priority,
  )
  const isNew = !items.some((item) => item.id === id)
  const all = isNew ? [...items, { id, name: id, priority, system: false }] : items
  return evaluationOrder(all.map((item) => ({ ...item, priority: numbers.get(item.id) ?? item.priority }))).map(
    (item) => item.id,
  )
}

const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 8 })

describe.each(REGIMES)('the order under the %s priorityScheme', (priorityScheme) => {
  it('the priority of an index puts an item there, whatever the gaps', () => {
    fc.assert(
      fc.property(numbers, fc.nat(), fc.nat(), (list, which, where) => {
        const items = listOf(priorityScheme, list)
        const id = `i${which % list.length}`
        const index = where % list.length
        const expected = moved(evaluationOrder(items), id, index).map((item) => item.id)
        expect(placed(priorityScheme, items, id, priorityAt(priorityScheme, items, id, index))).toEqual(expected)
      }),
    )
  })

  it('a new item comes to stand at the index asked for', () => {
    fc.assert(
      fc.property(numbers, fc.nat(), (list, where) => {
        const items = listOf(priorityScheme, list)
        const index = where % (list.length + 1)
        expect(placed(priorityScheme, items, 'new', priorityAt(priorityScheme, items, null, index))[index]).toBe('new')
      }),
    )
  })

  it('the index of the priority of an index is that index', () => {
    fc.assert(
      fc.property(numbers, fc.nat(), fc.nat(), (list, which, where) => {
        const items = listOf(priorityScheme, list)
        const id = `i${which % list.length}`
        const index = where % list.length
        expect(indexOfPriority(priorityScheme, items, id, priorityAt(priorityScheme, items, id, index))).toBe(index)
        expect(indexOfPriority(priorityScheme, items, null, priorityAt(priorityScheme, items, null, index))).toBe(index)
      }),
    )
  })
})

describe('moving', () => {
  const order = listOf('v1', [1, 2, 3])

  it('the default stays last, wherever it or another is put', () => {
    expect(moved(order, 'last', 0).at(-1)?.id).toBe('last')
    expect(moved(order, 'i0', 99).map((item) => item.id)).toEqual(['i1', 'i2', 'i0', 'last'])
  })

  it('beyond the first place there is none', () => {
    expect(moved(order, 'i0', -1).map((item) => item.id)).toEqual(['i0', 'i1', 'i2', 'last'])
  })

  it('without a number an item stands above the default', () => {
    expect(indexOfPriority('v1', order, null, null)).toBe(3)
  })
})

describe('the writes of a move', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 98 }), { minLength: 2, maxLength: 99 })
  const full = fc.constant(Array.from({ length: 99 }, (_, number) => number))
  const tail = fc.integer({ min: 2, max: 9 }).map((count) => Array.from({ length: count }, (_, at) => 98 - at))

  it('put any v2 rule at any place, even where no number below is free', () => {
    fc.assert(
      fc.property(fc.oneof(numbers, full, tail), fc.nat(), fc.nat(), (drawn, which, where) => {
        const items: Ordered[] = drawn.map((priority) => ({
          id: `r${priority}`,
          name: `r${priority}`,
          priority,
          system: false,
        }))
        const order = evaluationOrder(items)
        const id = order[which % order.length]?.id ?? ''
        const index = where % order.length
        let now = order
        for (const step of stepsTo('v2', order, id, index)) {
          const ranked = now.map((item) => ({ id: item.id, priority: item.priority, pinned: item.system }))
          const placed = prioritiesWith('v2', ranked, step.id, step.priority)
          now = now.map((item) => ({ ...item, priority: placed.get(item.id) ?? item.priority }))
        }
        expect(evaluationOrder(now).map((item) => item.id)).toEqual(moved(order, id, index).map((item) => item.id))
      }),
    )
  })

  it('are one where a number is free', () => {
    const order = ['a', 'b', 'c'].map((id, priority) => ({ id, name: id, priority, system: false }))
    expect(stepsTo('v2', order, 'a', 2)).toHaveLength(1)
    expect(stepsTo('v1', order, 'a', 2)).toEqual([{ id: 'a', priority: 3 }])
  })
})
