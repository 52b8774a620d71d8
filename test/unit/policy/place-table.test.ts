import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstOf, PlaceTable } from '#policy/evaluate/place-table.ts'

const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'))
const lists = fc.array(fc.option(ids), { maxLength: 100 })

/** All places that are called back, until the call ends it. */
function called(bits: Int32Array, until: number, ...range: [from: number, to: number] | []): number[] {
  const places: number[] = []
  firstOf(bits, (place) => (places.push(place), place >= until ? place : null), ...range)
  return places
}

it('finds what is for certain ids, and what is for all, within a range and in order, up to the first that will do', () => {
  fc.assert(
    fc.property(lists, ids, fc.nat(110), fc.nat(110), fc.nat(110), (all, given, from, to, until) => {
      const table = new PlaceTable(all)
      const naive = all.flatMap((each, place) => (!each || each.some((id) => given.includes(id)) ? [place] : []))
      const upTo = (places: number[]) => {
        const end = places.findIndex((place) => place >= until)
        return end < 0 ? places : places.slice(0, end + 1)
      }
      expect(called(table.placesFor(given), until)).toEqual(upTo(naive))
      const end = Math.min(to, all.length)
      const inside = naive.filter((place) => place >= from && place < end)
      expect(called(table.placesFor(given), until, from, end)).toEqual(upTo(inside))
      expect(called(table.everyPlace, Infinity, 0, all.length)).toEqual([...all.keys()])
    }),
  )
})
