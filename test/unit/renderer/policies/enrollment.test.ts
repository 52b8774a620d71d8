import { describe, expect, it } from 'vitest'
import { AUTHENTICATOR_KEYS } from '#contract/policy/authenticator-table.ts'
import { ENROLL_FACTOR_KEYS, enrollmentSettingsSchema } from '#contract/policy/settings.ts'
import { factorName } from '#contract/policy/factor-names.ts'
import { authenticatorsFrom, type FactorEntry } from '#ui/features/policies/policy/enrollment.ts'

const factor = (self: FactorEntry['enroll']['self']): FactorEntry => ({ enroll: { self } })

describe('converting factors to authenticators', () => {
  it('every factor becomes an authenticator that exists', () => {
    const all = Object.fromEntries(ENROLL_FACTOR_KEYS.map((key) => [key, factor('OPTIONAL')]))
    const keys = authenticatorsFrom(all).map((entry) => entry.key)
    expect(keys.filter((key) => !AUTHENTICATOR_KEYS.some((known) => known === key))).toEqual([])
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('factors that share an authenticator give it the strongest of their answers, in whatever order', () => {
    for (const factors of [
      { svc_sms: factor('OPTIONAL'), svc_call: factor('REQUIRED') },
      { svc_call: factor('REQUIRED'), svc_sms: factor('NOT_ALLOWED') },
    ])
      expect(authenticatorsFrom(factors)).toEqual([{ key: 'phone_number', enroll: { self: 'REQUIRED' } }])
  })

  it('what comes out is what the service takes', () => {
    const authenticators = authenticatorsFrom({ svc_password: factor('REQUIRED'), fido_u2f: factor('NOT_ALLOWED') })
    expect(enrollmentSettingsSchema.safeParse({ type: 'AUTHENTICATORS', authenticators }).success).toBe(true)
  })

  it('every factor has a name of its own', () => {
    const names = ENROLL_FACTOR_KEYS.map(factorName)
    expect(new Set(names).size).toBe(names.length)
    for (const key of ENROLL_FACTOR_KEYS) expect(factorName(key)).not.toBe(key)
  })
})
