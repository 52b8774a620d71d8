import { expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { GivenSecrets } from '#operations/memory/given-secrets.ts'

const path = 'channel.config.authScheme.value'

it('secrets of jobs that never run take a bounded room: those of the oldest go first, and of the newest none is lost', () => {
  const given = new GivenSecrets()
  const value = 'x'.repeat(LIMITS.planSecretLength)
  const many = Array.from({ length: LIMITS.planSecrets }, (_, at) => ({ step: at + 1, path, value }))
  const jobs = Math.ceil(LIMITS.keptSecretCharacters / (many.length * value.length)) + 1
  for (let job = 1; job <= jobs; job += 1) given.keep(`job${job}`, many)
  expect(given.of('job1', 1)).toEqual([])
  expect(given.of(`job${jobs}`, many.length)).toEqual([{ step: many.length, path, value }])
  given.forget(`job${jobs}`)
  expect(given.of(`job${jobs}`, 1)).toEqual([])
})
