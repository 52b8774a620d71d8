import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { atOnce } from '#sync/compare/at-once.ts'
import { inTurns } from '#sync/in-turns.ts'

function* counting(to: number): Generator<void, number> {
  let sum = 0
  for (let at = 1; at <= to; at += 1) {
    sum += at
    yield
  }
  return sum
}

/** Steps that go on until others have had so many turns. */
function* untilOthers(turns: () => number, wanted: number): Generator<void, string> {
  while (turns() < wanted) yield
  return 'done'
}

it('work in steps comes to its end, at once or in turns', async () => {
  expect(atOnce(counting(1_000))).toBe(500_500)
  expect(await inTurns(counting(1_000), undefined)).toBe(500_500)
})

it('others have their turn while long work goes on', async () => {
  let turns = 0
  const others = (async () => {
    while (turns < 3) {
      await setImmediate()
      turns += 1
    }
  })()
  expect(
    await inTurns(
      untilOthers(() => turns, 3),
      undefined,
    ),
  ).toBe('done')
  await others
})

it('long work ends where it is given up', async () => {
  const given = new AbortController()
  const work = inTurns(
    untilOthers(() => 0, 1),
    given.signal,
  )
  await setImmediate()
  given.abort(new Error('given up'))
  await expect(work).rejects.toThrow('given up')
})
