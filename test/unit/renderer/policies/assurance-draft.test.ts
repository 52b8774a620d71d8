import { describe, expect, it } from 'vitest'
import { verificationMethodSchema } from '#contract/policy/assurance.ts'
import type { Authenticator } from '#contract/policy/resources/authenticator.ts'
import { demandOf, enabledMethods, presetOf, PRESETS } from '#ui/features/policies/rule/actions/assurance-draft.ts'
import { authenticatorOptions, methodOptions, typeOptions } from '#ui/features/policies/rule/actions/factor-options.ts'

describe('presets', () => {
  it.each(PRESETS)('$label can be saved, and is known again as it was picked and as it was stored', (preset) => {
    const { key, factorMode, constraints } = preset
    const picked = { type: 'ASSURANCE', factorMode, constraints, reauthenticateIn: 'PT1H' }
    const stored = verificationMethodSchema.parse(picked)
    expect(presetOf(picked)).toBe(key)
    expect(presetOf(stored)).toBe(key)
    expect(presetOf(JSON.parse(JSON.stringify(stored).replace('password', 'PASSWORD')))).toBe(key)
  })

  it('are known where their defaults are said, as earlier versions stored them', () => {
    const usual = { hardwareProtection: 'OPTIONAL', deviceBound: 'OPTIONAL', userPresence: 'REQUIRED' }
    const possession = { ...usual, phishingResistant: 'REQUIRED', userVerification: 'OPTIONAL', required: true }
    const method = (factor: object) => ({ factorMode: '2FA', constraints: [{ possession: factor }] })
    expect(presetOf(method(possession))).toBe('phishing-resistant')
    expect(presetOf(method({ ...possession, required: false }))).toBe(null)
    expect(presetOf(method({ ...possession, userPresence: 'OPTIONAL' }))).toBe(null)
    const password = { knowledge: { types: ['password'], required: true } }
    expect(presetOf({ factorMode: '1FA', constraints: [password] })).toBe('password-only')
  })

  it('what differs in anything but how often is none', () => {
    expect(presetOf({ factorMode: '2FA', constraints: [{ knowledge: { types: ['PASSWORD'] }, possession: {} }] })).toBe(
      null,
    )
    expect(presetOf({ factorMode: '3FA' })).toBe(null)
    expect(presetOf({ type: 'AUTH_METHOD_CHAIN', factorMode: '2FA', chains: [] })).toBe(null)
    expect(presetOf(null)).toBe(null)
  })
})

describe('a draft', () => {
  it('that cannot be satisfied is read, to say why; one without the shape is not', () => {
    const hopeless = { factorMode: '1FA', constraints: [{ knowledge: { types: ['APP'] } }] }
    expect(demandOf(hopeless)).toEqual(hopeless)
    expect(demandOf({ factorMode: '1FA', constraints: [{ knowledge: { types: 'APP' } }] })).toBe(null)
    expect(demandOf(undefined)).toBe(null)
  })

  it('holds what the schema adds', () => {
    expect(demandOf({ factorMode: '1FA' })).toMatchObject({
      type: 'ASSURANCE',
      factorMode: '1FA',
      reauthenticateIn: 'PT12H',
    })
  })
})

describe('what is switched on', () => {
  it('is active and meant for signing in, method by method', async () => {
    const one = (key: string, status: string, allowedFor: string) => ({
      id: key,
      key,
      status,
      settings: { allowedFor },
    })
    const list = [
      one('svc_email', 'ACTIVE', 'recovery'),
      one('phone_number', 'INACTIVE', 'any'),
      one('svc_verify', 'ACTIVE', 'any'),
      one('webauthn', 'ACTIVE', 'sso'),
    ]
    const methods = [
      { type: 'push', status: 'ACTIVE' as const },
      { type: 'totp', status: 'INACTIVE' as const },
    ]
    const enabled = await enabledMethods(list as unknown as Authenticator[], () => Promise.resolve(methods))
    expect([...enabled].map(({ key, method }) => [key, method])).toEqual([
      ['svc_verify', 'PUSH'],
      ['webauthn', 'WEBAUTHN'],
    ])
  })
})

describe('choices of a factor', () => {
  it('are those that can be of its class', () => {
    expect(typeOptions('knowledge').map(({ value }) => value)).toEqual(['password', 'security_question', 'federated'])
    expect(methodOptions('knowledge').map(({ value }) => value)).toEqual(['password', 'security_question', 'cert'])
    expect(methodOptions('possession').map(({ value }) => value)).not.toContain('password')
  })

  it('name whole authenticators, and the methods of those that have several', () => {
    const options = authenticatorOptions('possession', [])
    expect(options).toContainEqual({ value: 'svc_verify', label: 'Verify app (any method)' })
    expect(options).toContainEqual({ value: 'svc_verify/push', label: 'Verify app (push)' })
    expect(options).toContainEqual({ value: 'svc_email', label: 'Email' })
    expect(options.map(({ value }) => value)).not.toContain('svc_email/email')
  })

  it('keep what is chosen already, however it is spelled', () => {
    const options = authenticatorOptions('possession', ['svc_verify/PUSH', 'svc_email/email', 'own'])
    expect(options.slice(-3)).toEqual([
      { value: 'svc_verify/PUSH', label: 'Verify app (push)' },
      { value: 'svc_email/email', label: 'Email' },
      { value: 'own', label: 'own' },
    ])
    expect(new Set(options.map(({ value }) => value)).size).toBe(options.length)
  })
})
