import { describe, expect, it } from 'vitest'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { explanationRequestSchema, simulationRequestSchema } from '#contract/policy/simulation.ts'
import { explainRequest, simulateRequest } from '#ui/features/simulate/api-request.ts'
import { NOTHING, type SignIn } from '#ui/domain/sign-in.ts'
import { sentenceOf } from '#ui/features/simulate/sentence.ts'

const NAMES: Record<string, string> = {
  u1: 'Ada Quill',
  g1: 'Interns',
  g2: 'Board',
  a1: 'Payroll',
  z1: 'HQ',
  i1: 'Partner login',
  d1: 'Encrypted disks',
}
const nameOf = (id: string) => NAMES[id] ?? id

describe('a sign-in as a sentence', () => {
  it.each([
    [{ user: 'u1' }, 'Ada Quill signs in'],
    [
      { client: 'a1', grant: 'client_credentials', scopes: ['pay.read', 'pay.run'] },
      'Payroll requests a token for itself for scopes pay.read pay.run',
    ],
    [{ user: 'u1', app: 'a1', ip: '203.0.113.7' }, 'Ada Quill opens Payroll from 203.0.113.7'],
    [{ groups: ['g1', 'g2'], zones: ['z1'] }, 'Someone in Interns and Board signs in from HQ'],
    [
      { user: 'u1', managed: false, registered: true, platform: 'IOS' as const, risk: 'HIGH' as const },
      'Ada Quill signs in on an unmanaged, registered, iOS device at high risk',
    ],
    [
      { user: 'u1', identifier: 'ada', idp: 'i1', entityRisk: 'HIGH' as const, behaviors: [] },
      'Ada Quill signs in as ada through Partner login, with high entity risk, with no unusual behavior detected',
    ],
    [
      { user: 'u1', detections: ['BRUTE_FORCE_ATTACK'], client: 'a1', grant: 'password', scopes: ['openid', 'email'] },
      'Ada Quill signs in, with brute force attack detected, requesting a token for Payroll with grant password for scopes openid email',
    ],
    [{ user: 'u1', assurance: 'd1' }, 'Ada Quill signs in on a device that satisfies Encrypted disks'],
  ])('%j', (given, words) => {
    expect(sentenceOf({ ...NOTHING, ...given }, nameOf)).toBe(words)
  })
})

function bodyOf(text: string | null): unknown {
  return JSON.parse(/-d '(.*)'$/s.exec(text ?? '')?.[1] ?? 'null')
}

describe('a sign-in as API request', () => {
  const base = { url: 'http://127.0.0.1:7480' }
  const types: PolicyType[] = ['SVC_SIGN_ON', 'PASSWORD', 'ACCESS_POLICY']
  const ask = (signIn: Partial<SignIn>, asked = types) =>
    simulateRequest({ ...NOTHING, ...signIn }, asked, 'identity', base)

  it('is a request that the interface accepts, with both expansions and the types that it knows', () => {
    const { text } = ask({ user: 'u1', app: 'a1', risk: 'LOW' })
    expect(text).toContain('/api/v1/policies/simulate?expand=EVALUATED%2CRULE')
    expect(simulationRequestSchema.parse(bodyOf(text)).policyTypes).toEqual(['SVC_SIGN_ON', 'ACCESS_POLICY'])
  })

  it('says what the interface does not know, and leaves it out', () => {
    const request = ask({ user: 'u1', app: 'a1', behaviors: [], identifier: 'ada' })
    expect(request).toMatchObject({ leftOut: ['username entered', 'behaviors', 'password policy'] })
    expect(request.text).not.toContain('behaviors')
  })

  it('says why there is none', () => {
    expect(ask({ user: 'u1' })).toEqual({ text: null, why: 'It needs an application.' })
    expect(ask({ app: 'a1' })).toEqual({ text: null, why: 'It needs a person or groups.' })
    expect(ask({ user: 'u1', app: 'a1' }, ['PASSWORD'])).toEqual({
      text: null,
      why: 'It supports none of the chosen types.',
    })
    expect(simulateRequest({ ...NOTHING, user: 'u1', app: 'a1' }, types, 'classic', base).text).toBeNull()
  })

  it('leaves nothing out of Gatehouse’s own', () => {
    const { text } = explainRequest({ ...NOTHING, user: 'u1', behaviors: ['b1'] }, types, base)
    expect(explanationRequestSchema.parse(bodyOf(text))).toMatchObject({
      policyTypes: types,
      policyContext: { behaviors: ['b1'] },
    })
    expect(explainRequest(NOTHING, types, base).text).toBeNull()
  })
})
