import { effectScope } from 'vue'
import { describe, expect, it } from 'vitest'
import { useEach } from '#ui/composables/useEach.ts'

function each(act: (item: number, signal: AbortSignal) => Promise<unknown>) {
  const scope = effectScope()
  const state = scope.run(() => useEach(act)) ?? expect.unreachable()
  return { ...state, leave: () => scope.stop() }
}

describe('the same done to many', () => {
  it('goes on after one that failed, in order, and says why it did', async () => {
    const seen: number[] = []
    const { run, done, percent } = each(async (item) => {
      seen.push(item)
      await Promise.resolve()
      if (item === 2) throw new Error('no two')
    })
    const outcomes = await run([1, 2, 3])
    expect(seen).toEqual([1, 2, 3])
    expect(outcomes.map(({ item, error }) => [item, error?.summary ?? null])).toEqual([
      [1, null],
      [2, 'no two'],
      [3, null],
    ])
    expect([done.value, percent.value]).toEqual([3, 100])
  })

  it.each(['stop', 'leave'] as const)('begins no further one after %s, and gives what was done', async (how) => {
    const state = each((item) => Promise.resolve(item === 2 ? state[how]() : undefined))
    expect((await state.run([1, 2, 3, 4])).map(({ item }) => item)).toEqual([1, 2])
    expect(state.busy.value).toBe(false)
  })

  it('does one list at a time', async () => {
    const { run } = each(() => Promise.resolve())
    const [first, second] = await Promise.all([run([1]), run([2])])
    expect([first?.length, second?.length]).toEqual([1, 0])
  })
})
