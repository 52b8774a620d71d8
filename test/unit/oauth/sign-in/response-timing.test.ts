import { describe, expect, it } from 'vitest'
import { inPace, untilNextStep } from '#server/oauth/sign-in/response-timing.ts'
import { fresh } from '#server/oauth/sign-in/sign-ins.ts'

describe('an answer that is held back', () => {
  it.each([
    [0, 250],
    [1, 249],
    [249, 1],
    [250, 250],
    [260, 240],
    [740, 10],
  ])('after %i ms comes at the next multiple of its step', (passedMs, left) => {
    expect(untilNextStep(passedMs, 250)).toBe(left)
  })
})

describe('a try of a password', () => {
  const timeOf = async (proves: boolean) => {
    const signIn = fresh('one', 0)
    const before = performance.now()
    await inPace(signIn, true, async () => {
      if (proves) signIn.proofs = [{ key: 'svc_password', method: 'PASSWORD', atMs: 0 }]
    })
    return performance.now() - before
  }

  it('that is wrong is answered after a while, and one that is right at once', async () => {
    const answered: string[] = []
    const wrong = timeOf(false).then((ms) => (answered.push('wrong'), ms))
    const right = timeOf(true).then(() => answered.push('right'))
    expect(await wrong).toBeGreaterThan(240)
    await right
    // Begun after it, and held back by nothing: no machine is too slow for that.
    expect(answered).toEqual(['right', 'wrong'])
  })
})
