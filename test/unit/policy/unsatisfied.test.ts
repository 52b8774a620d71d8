import { expect, it } from 'vitest'
import { unsatisfied } from '#policy/findings/unsatisfied.ts'
import { methodsOfKeys } from '../../helpers/assurance-arbitraries.ts'
import type { PolicySet, RuleRecord } from '#policy/types.ts'

const rule = (id: string, appSignOn: object, over: Partial<RuleRecord> = {}): RuleRecord => ({
  id,
  name: id,
  status: 'ACTIVE',
  priority: 1,
  system: false,
  actions: { appSignOn },
  ...over,
})
const allow = (factorMode: string, ...constraints: object[]) => ({
  access: 'ALLOW',
  verificationMethod: { type: 'ASSURANCE', factorMode, constraints, reauthenticateIn: 'PT12H' },
})
const setOf = (...rules: RuleRecord[]): PolicySet => ({
  everyoneGroupId: 'everyone',
  zones: [],
  applications: [],
  policies: [
    {
      id: 'p',
      type: 'ACCESS_POLICY',
      name: 'P',
      status: 'ACTIVE',
      priority: 1,
      system: false,
      conditions: null,
      rules,
    },
  ],
})
const phishingResistant = allow('1FA', { possession: { phishingResistant: 'REQUIRED', userPresence: 'REQUIRED' } })

it('a rule that no active authenticator satisfies is told, with what to switch on', () => {
  const found = unsatisfied(setOf(rule('r', phishingResistant)), new Set(methodsOfKeys(['svc_password', 'svc_email'])))
  expect(found).toMatchObject([{ kind: 'cannot-be-satisfied', policyId: 'p', ruleId: 'r' }])
  expect(found[0]?.message).toMatch(/^Lets no one in: .* Switch on /)
})

it('nothing is told of rules that are satisfied, that deny, or that rest', () => {
  const rules = [
    rule('satisfied', allow('2FA')),
    rule('denies', { access: 'DENY' }),
    rule('rests', phishingResistant, { status: 'INACTIVE' }),
    rule('strange', {}),
  ]
  expect(unsatisfied(setOf(...rules), new Set(methodsOfKeys(['svc_password', 'svc_email'])))).toEqual([])
})

it('a chain of which a step has no active method is told, unless another chain is satisfied', () => {
  const step = (...keys: string[]) => ({ authenticationMethods: keys.map((key) => ({ key })) })
  const chains = (...list: object[]) => ({
    access: 'ALLOW',
    verificationMethod: { type: 'AUTH_METHOD_CHAIN', chains: list, reauthenticateIn: 'PT12H' },
  })
  const usable = new Set(methodsOfKeys(['svc_password', 'svc_email']))
  const hopeless = { ...step('svc_password'), next: [step('webauthn', 'svc_verify')] }
  const found = unsatisfied(setOf(rule('r', chains(hopeless))), usable)
  expect(found.map(({ kind, message }) => [kind, message])).toEqual([
    [
      'cannot-be-satisfied',
      'Lets no one in: no active authenticator satisfies it. Switch on Verify app or Security key or biometric (WebAuthn).',
    ],
  ])
  const possible = { ...step('svc_password'), next: [step('svc_email')] }
  expect(unsatisfied(setOf(rule('r', chains(hopeless, possible))), usable)).toEqual([])
})
