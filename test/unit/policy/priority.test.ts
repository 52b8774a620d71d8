import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PriorityScheme } from '#contract/policy/policy-types.ts'
import { prioritiesWith, PriorityError, prioritiesWithout, type Ranked } from '#policy/priority.ts'
import { NaivePriorities } from '../../helpers/naive-priority.ts'
import { runs } from '../../helpers/runs.ts'

type Step = { do: 'create' | 'move' | 'delete'; which: number; expected: number | null }

const step = (numbers: fc.Arbitrary<number>): fc.Arbitrary<Step> =>
  fc.record({
    do: fc.constantFrom('create', 'create', 'move', 'delete'),
    which: fc.nat(200),
    expected: fc.option(numbers, { freq: 4 }),
  })

const NUMBERS: Readonly<Record<PriorityScheme, fc.Arbitrary<number>>> = {
  v1: fc.oneof(fc.integer({ min: -1, max: 12 }), fc.constant(999)),
  v2: fc.oneof(fc.integer({ min: -1, max: 12 }), fc.integer({ min: 90, max: 101 })),
}

/** Items with what a placement changed written into them. */
function apply(items: readonly Ranked[], placement: ReadonlyMap<string, number>): Ranked[] {
  return items.map((item) => ({ ...item, priority: placement.get(item.id) ?? item.priority }))
}

function run(priorityScheme: PriorityScheme, steps: readonly Step[], pinnedPriority: number) {
  const model = new NaivePriorities(priorityScheme)
  let items: Ranked[] = [{ id: 'default', priority: pinnedPriority, pinned: true }]
  steps.forEach(({ do: verb, which, expected }, index) => {
    const ids = model.ids
    const id = verb === 'create' ? `i${index}` : ids[which % Math.max(1, ids.length)]
    if (id === undefined) return
    if (verb === 'delete') {
      const placement = prioritiesWithout(priorityScheme, items, id)
      items = apply(
        items.filter((item) => item.id !== id),
        placement,
      )
      model.remove(id)
    } else if (model.put(id, expected)) {
      const placement = prioritiesWith(priorityScheme, items, id, expected)
      const known = items.some((item) => item.id === id)
      items = apply(known ? items : [...items, { id, priority: -1, pinned: false }], placement)
    } else expect(() => prioritiesWith(priorityScheme, items, id, expected)).toThrow(PriorityError)
    check(items, model)
  })
}

function check(items: readonly Ranked[], model: NaivePriorities): void {
  expect(Object.fromEntries(items.map((item) => [item.id, item.priority]))).toEqual({
    ...model.numbers(),
    default: model.last,
  })
}

describe.each([
  ['v1', 1],
  ['v2', 99],
] as const)('priorities of priorityScheme %s', (priorityScheme, pinned) => {
  it('agree with the naive model after any sequence of steps', () => {
    fc.assert(
      fc.property(fc.array(step(NUMBERS[priorityScheme]), { maxLength: 40 }), (steps) =>
        run(priorityScheme, steps, pinned),
      ),
      { numRuns: runs(0.5) },
    )
  })

  it('never give two items one number, and keep the default last', () => {
    fc.assert(
      fc.property(fc.array(step(NUMBERS[priorityScheme]), { maxLength: 40 }), (steps) => {
        let items: Ranked[] = [{ id: 'default', priority: pinned, pinned: true }]
        steps.forEach(({ expected }, index) => {
          try {
            const placement = prioritiesWith(priorityScheme, items, `i${index}`, expected)
            items = apply([...items, { id: `i${index}`, priority: -1, pinned: false }], placement)
          } catch (error) {
            expect(error).toBeInstanceOf(PriorityError)
          }
        })
        const numbers = items.map((item) => item.priority)
        expect(new Set(numbers).size).toBe(numbers.length)
        expect(Math.max(...numbers)).toBe(items[0]?.priority)
      }),
    )
  })
})

describe('priorities by example', () => {
  const list = (...numbers: number[]): Ranked[] =>
    numbers.map((priority, index) => ({ id: `i${index}`, priority, pinned: false }))

  it('v1: past the end is clamped to last before the default', () => {
    const items = [{ id: 'default', priority: 1, pinned: true }]
    expect([...prioritiesWith('v1', items, 'new', 999)]).toEqual([
      ['new', 1],
      ['default', 2],
    ])
  })

  it('v2: a shift goes no further than the next gap', () => {
    expect([...prioritiesWith('v2', list(0, 1, 3, 4), 'new', 0)]).toEqual([
      ['new', 0],
      ['i0', 1],
      ['i1', 2],
    ])
  })

  it('v2: a move leaves its number free for the shift', () => {
    expect([...prioritiesWith('v2', list(0, 1, 2, 3), 'i2', 0)]).toEqual([
      ['i2', 0],
      ['i0', 1],
      ['i1', 2],
    ])
  })

  it('v2: a shift that would reach the catch-all is refused', () => {
    expect(() => prioritiesWith('v2', list(97, 98), 'new', 97)).toThrow(PriorityError)
    expect([...prioritiesWith('v2', list(97, 98), 'new', 96)]).toEqual([['new', 96]])
  })

  it('v2: without a number it comes after the last, and deleting leaves the gap', () => {
    expect([...prioritiesWith('v2', list(0, 7), 'new', null)]).toEqual([['new', 8]])
    expect([...prioritiesWithout('v2', list(0, 7), 'i0')]).toEqual([])
    expect([...prioritiesWithout('v1', list(1, 2, 3), 'i0')]).toEqual([
      ['i1', 1],
      ['i2', 2],
    ])
  })
})
