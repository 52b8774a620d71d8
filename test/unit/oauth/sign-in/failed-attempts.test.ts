import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { Tries, tooManyTries, WRONG_PER_MINUTE } from '#server/oauth/sign-in/failed-attempts.ts'

const wrong = async () => false
const right = async () => true

const times = async (count: number, act: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < count; index++) await act(index)
}

describe('tries of passwords and codes', () => {
  it('of one login are few in a minute, from wherever they come, and others go on', async () => {
    const tries = new Tries()
    await times(WRONG_PER_MINUTE.login, (index) => tries.look({ address: `10.0.0.${index}`, login: 'ada' }, wrong))
    expect(await tries.look({ address: '10.0.1.1', login: 'ada' }, right)).toBeGreaterThan(0)
    expect(await tries.look({ address: '10.0.0.1', login: 'ben' }, right)).toBeNull()
  })

  it('from one address are few in a minute, for whomever they are, and use up nothing of others after that', async () => {
    const tries = new Tries()
    const address = '10.0.0.1'
    await times(WRONG_PER_MINUTE.address, (index) => tries.look({ address, login: `login-${index}` }, wrong))
    await times(WRONG_PER_MINUTE.login, () => tries.look({ address, login: 'ada' }, wrong))
    expect(await tries.look({ address }, right)).toBeGreaterThan(0)
    expect(await tries.look({ address: '10.0.0.2', login: 'ada' }, right)).toBeNull()
  })

  it('share a counter with no name that was chosen for it', async () => {
    const counterOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE() % 65_536
    let number = 0
    while (counterOf(`chosen-${number}`) !== counterOf('ada')) number += 1
    const tries = new Tries()
    await times(WRONG_PER_MINUTE.login + 1, (index) =>
      tries.look({ address: `10.0.0.${index}`, login: `chosen-${number}` }, wrong),
    )
    expect(await tries.look({ address: '10.0.1.1', login: 'ada' }, right)).toBeNull()
  })

  it('that are right do not count', async () => {
    const tries = new Tries()
    const trier = { address: null, login: 'ada' }
    await times(WRONG_PER_MINUTE.address + 1, () => tries.look(trier, right))
    expect(await tries.look(trier, right)).toBeNull()
  })

  it('that are right leave no more tries to the minute after theirs', async () => {
    vi.useFakeTimers()
    try {
      const tries = new Tries()
      const trier = { address: '10.0.0.1', login: 'ada' }
      const { promise: minute, resolve: pass } = Promise.withResolvers<boolean>()
      let looked = 0
      const counted = async () => ((looked += 1), minute)
      const all = Array.from({ length: WRONG_PER_MINUTE.login }, () => tries.look(trier, counted))
      await vi.waitFor(() => expect(looked).toBe(WRONG_PER_MINUTE.login))
      vi.advanceTimersByTime(61_000)
      pass(true)
      await Promise.all(all)
      await times(WRONG_PER_MINUTE.login, () => tries.look(trier, wrong))
      expect(await tries.look(trier, right)).toBeGreaterThan(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('count before it is known whether they are right', async () => {
    const tries = new Tries()
    let looked = 0
    const slow = async () => {
      looked += 1
      await new Promise((done) => setTimeout(done, 10))
      return false
    }
    const all = Array.from({ length: 50 }, () => tries.look({ address: null, login: 'ada' }, slow))
    await Promise.all(all)
    expect(looked).toBe(WRONG_PER_MINUTE.login)
  })
})

describe('who has to wait', () => {
  it('is told how long', () => {
    expect(tooManyTries(1)).toContain('in a second')
    expect(tooManyTries(42)).toContain('in 42 seconds')
  })
})
