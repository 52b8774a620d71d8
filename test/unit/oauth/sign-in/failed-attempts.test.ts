import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { FailedAttempts, tooManyAttempts, WRONG_PER_MINUTE } from '#server/oauth/sign-in/failed-attempts.ts'

const wrong = async () => false
const right = async () => true

const times = async (count: number, act: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < count; index++) await act(index)
}

describe('attempts with passwords and codes', () => {
  it('of one login are few in a minute, from wherever they come, and others go on', async () => {
    const failedAttempts = new FailedAttempts()
    await times(WRONG_PER_MINUTE.login, (index) =>
      failedAttempts.check({ address: `10.0.0.${index}`, login: 'ada' }, wrong),
    )
    expect(await failedAttempts.check({ address: '10.0.1.1', login: 'ada' }, right)).toBeGreaterThan(0)
    expect(await failedAttempts.check({ address: '10.0.0.1', login: 'ben' }, right)).toBeNull()
  })

  it('from one address are few in a minute, for whomever they are, and use up nothing of others after that', async () => {
    const failedAttempts = new FailedAttempts()
    const address = '10.0.0.1'
    await times(WRONG_PER_MINUTE.address, (index) => failedAttempts.check({ address, login: `login-${index}` }, wrong))
    await times(WRONG_PER_MINUTE.login, () => failedAttempts.check({ address, login: 'ada' }, wrong))
    expect(await failedAttempts.check({ address }, right)).toBeGreaterThan(0)
    expect(await failedAttempts.check({ address: '10.0.0.2', login: 'ada' }, right)).toBeNull()
  })

  it('share a counter with no name that was chosen for it', async () => {
    const counterOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE() % 65_536
    let number = 0
    while (counterOf(`chosen-${number}`) !== counterOf('ada')) number += 1
    const failedAttempts = new FailedAttempts()
    await times(WRONG_PER_MINUTE.login + 1, (index) =>
      failedAttempts.check({ address: `10.0.0.${index}`, login: `chosen-${number}` }, wrong),
    )
    expect(await failedAttempts.check({ address: '10.0.1.1', login: 'ada' }, right)).toBeNull()
  })

  it('that are right do not count', async () => {
    const failedAttempts = new FailedAttempts()
    const attempt = { address: null, login: 'ada' }
    await times(WRONG_PER_MINUTE.address + 1, () => failedAttempts.check(attempt, right))
    expect(await failedAttempts.check(attempt, right)).toBeNull()
  })

  it('that are right leave no more attempts to the minute after theirs', async () => {
    vi.useFakeTimers()
    try {
      const failedAttempts = new FailedAttempts()
      const attempt = { address: '10.0.0.1', login: 'ada' }
      const { promise: minute, resolve: pass } = Promise.withResolvers<boolean>()
      let looked = 0
      const counted = async () => ((looked += 1), minute)
      const all = Array.from({ length: WRONG_PER_MINUTE.login }, () => failedAttempts.check(attempt, counted))
      await vi.waitFor(() => expect(looked).toBe(WRONG_PER_MINUTE.login))
      vi.advanceTimersByTime(61_000)
      pass(true)
      await Promise.all(all)
      await times(WRONG_PER_MINUTE.login, () => failedAttempts.check(attempt, wrong))
      expect(await failedAttempts.check(attempt, right)).toBeGreaterThan(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('count before it is known whether they are right', async () => {
    const failedAttempts = new FailedAttempts()
    let looked = 0
    const slow = async () => {
      looked += 1
      await new Promise((done) => setTimeout(done, 10))
      return false
    }
    const all = Array.from({ length: 50 }, () => failedAttempts.check({ address: null, login: 'ada' }, slow))
    await Promise.all(all)
    expect(looked).toBe(WRONG_PER_MINUTE.login)
  })
})

describe('who has to wait', () => {
  it('is told how long', () => {
    expect(tooManyAttempts(1)).toContain('in a second')
    expect(tooManyAttempts(42)).toContain('in 42 seconds')
  })
})
