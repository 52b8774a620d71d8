import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fewestMoves } from '#sync/deciding/fewest-moves.ts'
import { runs } from '../../helpers/runs.ts'

/** A list after moves. */
function moved(now: readonly string[], moves: readonly { key: string; at: number }[]): string[] {
  const list = [...now]
  for (const { key, at } of moves) {
    list.splice(list.indexOf(key), 1)
    list.splice(at, 0, key)
  }
  return list
}

/** The order that is wanted, by the book: the places of those that are named are given to them anew. */
function wished(now: readonly string[], wanted: readonly string[]): string[] {
  const left = [...wanted]
  return now.map((key) => (wanted.includes(key) ? (left.shift() as string) : key))
}

/** The least number of moves of those that may be moved, by trying all. */
function least(now: readonly string[], wanted: readonly string[]): number {
  const goal = wished(now, wanted).join()
  let lists = [now.join()]
  const seen = new Set(lists)
  for (let moves = 0; ; moves += 1) {
    if (seen.has(goal)) return moves
    const next = new Set<string>()
    for (const list of lists)
      for (const key of wanted)
        for (let at = 0; at < now.length; at += 1) {
          const tried = moved(list.split(','), [{ key, at }]).join()
          if (!seen.has(tried)) next.add(tried)
        }
    for (const tried of next) seen.add(tried)
    lists = [...next]
  }
}

const lists = (most: number) =>
  fc.integer({ min: 0, max: most }).chain((length) => {
    const now = Array.from({ length }, (_, at) => `i${at}`)
    return fc
      .record({ wanted: fc.shuffledSubarray(now), order: fc.shuffledSubarray(now, { minLength: length }) })
      .map(({ wanted, order }) => ({ now: order, wanted }))
  })

describe('a list', () => {
  it('that has one item at the wrong end is put in order by one move', () => {
    expect(fewestMoves(['a', 'b', 'c', 'd'], ['b', 'c', 'd', 'a'])).toEqual([{ key: 'a', at: 3 }])
    expect(fewestMoves(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])).toEqual([{ key: 'd', at: 0 }])
  })

  it('that is in order is left alone, and what stands in between keeps its place', () => {
    expect(fewestMoves(['a', 'x', 'b'], ['a', 'b'])).toEqual([])
    expect(moved(['a', 'x', 'b'], fewestMoves(['a', 'x', 'b'], ['b', 'a']))).toEqual(['b', 'x', 'a'])
  })

  it('is brought into any order, moving only what is named', () => {
    fc.assert(
      fc.property(lists(40), ({ now, wanted }) => {
        const moves = fewestMoves(now, wanted)
        expect(moved(now, moves)).toEqual(wished(now, wanted))
        for (const { key } of moves) expect(wanted).toContain(key)
        expect(new Set(moves.map(({ key }) => key)).size).toBe(moves.length)
      }),
      { numRuns: runs() },
    )
  })

  it('of up to seven is brought into any order by as few moves as trying all of them finds', () => {
    fc.assert(
      fc.property(lists(7), ({ now, wanted }) => {
        expect(fewestMoves(now, wanted)).toHaveLength(least(now, wanted))
      }),
      { numRuns: runs(0.2) },
    )
  })

  it('is never reordered by names that are not in it', () => {
    expect(() => fewestMoves(['a'], ['b'])).toThrow('not in the list')
  })
})
