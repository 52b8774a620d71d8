import { expect, it } from 'vitest'
import { makeTurns } from '#mcp/turns.ts'

it('so many calls run at a time, others wait in their order, and more are refused', async () => {
  const inTurn = makeTurns(2, 2)
  const running: string[] = []
  const ends = new Map<string, () => void>()
  const call = (name: string) =>
    inTurn(async () => {
      running.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  const calls = ['a', 'b', 'c', 'd'].map(call)
  await expect(call('e')).rejects.toMatchObject({ code: 'E0000047' })
  expect(running).toEqual(['a', 'b'])
  ends.get('b')?.()
  expect(await calls[1]).toBe('b')
  expect(running).toEqual(['a', 'b', 'c'])
  ends.get('a')?.()
  await calls[0]
  for (const name of ['c', 'd']) ends.get(name)?.()
  expect(await Promise.all(calls)).toEqual(['a', 'b', 'c', 'd'])
})

it('a call that fails makes room for the next one', async () => {
  const inTurn = makeTurns(1, 1)
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn(() => Promise.resolve(1))).toBe(1)
})
