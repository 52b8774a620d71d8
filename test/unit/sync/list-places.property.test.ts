import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { prioritiesWith } from '#policy/index.ts'
import { fewestMoves } from '#sync/deciding/fewest-moves.ts'
import { placesFor, type Place } from '#sync/deciding/list-places.ts'
import type { SyncObject } from '#sync/snapshot.ts'
import { runs } from '../../helpers/runs.ts'

const SCHEMES = [
  { scheme: 'v1', kind: 'rule', parent: '00pAAAAAAAAAAAAAAAAA', numbers: (_gaps: number[], at: number) => at + 1 },
  { scheme: 'v2', kind: 'rule', parent: 'rstAAAAAAAAAAAAAAAAA', numbers: spread },
  { scheme: 'none', kind: 'appGroup', parent: '0oaAAAAAAAAAAAAAAAAA', numbers: spread },
] as const

/** Numbers that rise with gaps. */
function spread(gaps: number[], at: number): number {
  return gaps.slice(0, at + 1).reduce((sum, gap) => sum + gap, at)
}

function listOf(kind: SyncKind, parent: string, priorities: readonly number[], hasDefault: boolean): SyncObject[] {
  const item = (key: string, priority: number, system: boolean) => ({
    ...{ kind, key, id: key, parent, call: '' },
    body: { name: key, priority, system },
  })
  const items = priorities.map((priority, at) => item(`i${at}`, priority, false))
  return hasDefault ? [...items, item('default', 99, true)] : items
}

/** The keys in the order that a side has after it has written numbers. */
function after(scheme: 'v1' | 'v2' | 'none', list: readonly SyncObject[], places: readonly Place[]): string[] {
  const numbers = new Map(list.map(({ key, body }) => [key, body['priority'] as number]))
  for (const { key, priority } of places) {
    const items = list.map((one) => ({
      ...{ id: one.key, priority: numbers.get(one.key) ?? 0, pinned: one.body['system'] === true },
    }))
    const changed = scheme === 'none' ? new Map([[key, priority]]) : prioritiesWith(scheme, items, key, priority)
    for (const [id, number] of changed) numbers.set(id, number)
  }
  return list.map(({ key }) => key).sort((a, b) => (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0))
}

describe.each(SCHEMES)('a list whose numbers are of the kind $scheme', ({ scheme, kind, parent, numbers }) => {
  it('comes into any order by what is written', () => {
    const lists = fc.integer({ min: 2, max: 7 }).chain((size) =>
      fc.record({
        gaps: fc.array(fc.nat({ max: 3 }), { minLength: size, maxLength: size }),
        order: fc.shuffledSubarray(
          Array.from({ length: size }, (_, at) => `i${at}`),
          { minLength: 1 },
        ),
        hasDefault: fc.boolean(),
      }),
    )
    fc.assert(
      fc.property(lists, ({ gaps, order, hasDefault }) => {
        const priorities = gaps.map((_, at) => numbers(gaps, at))
        const list = listOf(kind, parent, priorities, hasDefault && scheme !== 'none')
        const places = placesFor(list, order) ?? expect.unreachable('no number is left')
        const owned = new Set(order)
        expect(after(scheme, list, places).filter((key) => owned.has(key))).toEqual(order)
        if (scheme !== 'none')
          expect(places).toHaveLength(
            fewestMoves(
              list.map(({ key }) => key),
              order,
            ).length,
          )
      }),
      { numRuns: runs() },
    )
  })
})

it('a rule below which no number is free is passed by the others', () => {
  const list = listOf('rule', 'rstAAAAAAAAAAAAAAAAA', [96, 97, 98], true)
  const places = placesFor(list, ['i1', 'i2', 'i0']) ?? expect.unreachable('no number is left')
  expect(after('v2', list, places)).toEqual(['i1', 'i2', 'i0', 'default'])
})
