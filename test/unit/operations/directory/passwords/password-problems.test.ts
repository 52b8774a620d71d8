import fc from 'fast-check'
import { expect, it } from 'vitest'
import { passwordSettingsSchema } from '#contract/policy/settings.ts'
import { complexityProblems } from '#operations/directory/passwords/password-problems.ts'
import { temporaryPassword } from '#operations/directory/passwords/temporary-password.ts'

const few = fc.integer({ min: 0, max: 4 })
const complexities = fc
  .record({
    minLength: fc.integer({ min: 4, max: 30 }),
    ...{ minLowerCase: few, minUpperCase: few, minNumber: few, minSymbol: few },
    excludeUsername: fc.boolean(),
    excludeAttributes: fc.subarray(['firstName', 'lastName'] as const),
  })
  .map((complexity) => passwordSettingsSchema.parse({ password: { complexity } }).password.complexity)
const profiles = fc.record({
  login: fc.emailAddress(),
  firstName: fc.string(),
  lastName: fc.string(),
  email: fc.constant('a@b.test'),
})

it('a temporary password meets every policy, in twelve characters where that is enough', () => {
  fc.assert(
    fc.property(complexities, profiles, (complexity, profile) => {
      const value = temporaryPassword(complexity, profile as never)
      expect(complexityProblems(complexity, { value, profile, isCommon: false })).toEqual([])
      expect(value).toMatch(/^[\x21-\x7e]+$/)
      if (complexity.minLength <= 12) expect(value.length).toBeLessThanOrEqual(16)
    }),
  )
})

/** The rules once more, letter by letter. */
function isGood(value: string, least: Record<'lower' | 'upper' | 'digit' | 'other' | 'length', number>): boolean {
  const seen = { lower: 0, upper: 0, digit: 0, other: 0 }
  for (const letter of value) {
    if (letter >= 'a' && letter <= 'z') seen.lower += 1
    else if (letter >= 'A' && letter <= 'Z') seen.upper += 1
    else if (letter >= '0' && letter <= '9') seen.digit += 1
    else seen.other += 1
  }
  return (
    value.length >= least.length &&
    (['lower', 'upper', 'digit', 'other'] as const).every((kind) => seen[kind] >= least[kind])
  )
}

it('what is refused agrees with counting letter by letter', () => {
  const ascii = fc.string({ unit: fc.constantFrom(...'aZ09-!xQ '), maxLength: 14 })
  fc.assert(
    fc.property(complexities, ascii, (given, value) => {
      const complexity = { ...given, excludeUsername: false, excludeAttributes: [] }
      const { minLength, minLowerCase, minUpperCase, minNumber, minSymbol } = complexity
      const least = { length: minLength, lower: minLowerCase, upper: minUpperCase, digit: minNumber, other: minSymbol }
      const profile = { login: 'x@y.test', firstName: 'A', lastName: 'B' }
      const problems = complexityProblems(complexity, { value, profile, isCommon: false })
      expect(problems.length === 0).toBe(isGood(value, least))
    }),
  )
})
