import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeReachable } from '#policy/reachable.ts'

interface Item {
  asks: ReadonlySet<string>
}

const texts = fc.uniqueArray(fc.constantFrom('risk', 'network', 'device', 'expression'), { minLength: 1 })
const items = fc.array(texts.map((asks): Item => ({ asks: new Set(asks) })))

/** One after the other: whether any that was left in before asks for nothing beyond it. */
function naive(open: readonly Item[]): Item[] {
  const left: Item[] = []
  for (const item of open) if (!left.some(({ asks }) => [...asks].every((text) => item.asks.has(text)))) left.push(item)
  return left
}

it('leaves out what an earlier rule decides in any case, in list after list', () => {
  fc.assert(
    fc.property(fc.array(items, { maxLength: 5 }), (lists) => {
      const reachable = makeReachable(({ asks }: Item) => asks)
      // Items of earlier lists come again, as they do for person after person.
      const all = [...lists, lists.flat(), lists.flat().toReversed()]
      for (const open of all) expect(reachable(open)).toEqual(naive(open))
    }),
  )
})
