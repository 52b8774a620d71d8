import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Rule } from '#contract/policy/policy.ts'
import {
  findPolicy,
  listPoliciesOf,
  type LocatedPolicy,
  policyOperation,
  savePolicy,
  saveRule,
} from '#ui/api/policy-api.ts'
import { requestOf } from '#ui/api/client.ts'
import { namedByRules } from '#ui/features/policies/policy/used-by.ts'
import { withArticle } from '#ui/domain/policy-labels.ts'

afterEach(() => void vi.unstubAllGlobals())

describe('where a policy lives', () => {
  it('decides which operation is called, with the same input', () => {
    const input = { params: { policyId: '00pX', ruleId: '0prX' } }
    const here = policyOperation(null, 'getRule', input)
    const there = policyOperation('ausX', 'getRule', input)
    expect(requestOf(here.operation, here.input).path).toBe('/api/v1/policies/00pX/rules/0prX')
    expect(requestOf(there.operation, there.input).path).toBe(
      '/api/v1/authorizationServers/ausX/policies/00pX/rules/0prX',
    )
  })

  const policy = { id: '00pX', name: 'Clients' }
  const hit = { kind: 'policy', ...policy, parent: { kind: 'authorizationServer', id: 'ausX', name: 'Own' } }
  const missing = { errorCode: 'E0000007', errorSummary: 'Not found' }

  /** Answers requests by their beginnings; what is not named is missing. @returns what was asked for */
  function answer(answers: Record<string, unknown>) {
    const asked: string[] = []
    vi.stubGlobal('sessionStorage', { getItem: () => null })
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url)
      const found = Object.entries(answers).find(([start]) => url.startsWith(start))?.[1]
      return Promise.resolve(new Response(JSON.stringify(found ?? missing), { status: found ? 200 : 404 }))
    })
    return asked
  }

  it('is found by the policy’s id alone, without a list of all', async () => {
    const asked = answer({
      '/gatehouse/v1/search?q=00pX&kind=policy': [hit],
      '/gatehouse/v1/search': [],
      '/api/v1/authorizationServers/ausX/policies/00pX': policy,
    })
    expect(await findPolicy('00pX')).toEqual({ ...policy, serverId: 'ausX' })
    expect(asked).toHaveLength(3)
    await expect(findPolicy('00pGONE')).rejects.toMatchObject({ status: 404 })
  })

  it('is nowhere for policies that are found at once', async () => {
    const asked = answer({ '/api/v1/policies/00pX': policy })
    expect(await findPolicy('00pX')).toEqual({ ...policy, serverId: null })
    expect(asked).toHaveLength(1)
  })

  it('is told by id where a list was asked for by alias', async () => {
    answer({
      '/api/v1/authorizationServers/default/policies': [policy],
      '/api/v1/authorizationServers/default': { id: 'ausX' },
    })
    const listed = await listPoliciesOf('OAUTH_AUTHORIZATION_POLICY', 'default')
    expect(listed).toEqual([{ ...policy, serverId: 'ausX' }])
  })
})

describe('saving another status', () => {
  const policy = { id: '00pX', serverId: null, status: 'ACTIVE' } as LocatedPolicy

  /** Answers everything with one object; what is asked for, by verb and path. */
  function answer(object: object) {
    const asked: string[] = []
    vi.stubGlobal('sessionStorage', { getItem: () => null })
    vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
      asked.push(`${method} ${url.replace('/api/v1/policies/', '')}`)
      const empty = url.includes('lifecycle')
      return Promise.resolve(new Response(empty ? null : JSON.stringify(object), { status: empty ? 204 : 200 }))
    })
    return asked
  }

  it('calls the lifecycle after the replacement, which ignores it', async () => {
    const asked = answer({ id: '0prX', status: 'ACTIVE' })
    await saveRule(policy, '0prX', { type: 'SIGN_ON', name: 'n', status: 'INACTIVE' })
    await savePolicy(policy, { type: 'PASSWORD', name: 'n', status: 'INACTIVE' })
    expect(asked).toEqual([
      'PUT 00pX/rules/0prX',
      'POST 00pX/rules/0prX/lifecycle/deactivate',
      'GET 00pX/rules/0prX',
      'PUT 00pX',
      'POST 00pX/lifecycle/deactivate',
      'GET 00pX',
    ])
  })

  it('is no further call while the status stays', async () => {
    const asked = answer({ id: '0prX', status: 'INACTIVE' })
    await saveRule(policy, '0prX', { type: 'SIGN_ON', name: 'n', status: 'INACTIVE' })
    await savePolicy(policy, { type: 'PASSWORD', name: 'n' })
    expect(asked).toEqual(['PUT 00pX/rules/0prX', 'PUT 00pX'])
  })
})

describe('what a policy’s rules name', () => {
  it('stands once, with the rules that name it', () => {
    const policy = { type: 'ACCESS_POLICY' } as LocatedPolicy
    const rules = ['first', 'second'].map((name) => ({
      name,
      conditions: { people: { groups: { include: ['00gA'] } }, network: { connection: 'ZONE', include: ['nzoA'] } },
      actions: {},
    })) as unknown as Rule[]
    expect(namedByRules({ policy, rules })).toEqual([
      { kind: 'group', id: '00gA', rules: ['first', 'second'] },
      { kind: 'zone', id: 'nzoA', rules: ['first', 'second'] },
    ])
  })
})

describe('types in sentences', () => {
  it.each([
    ['Password policy', 'a password policy'],
    ['Authenticator enrollment policy', 'an authenticator enrollment policy'],
    ['OAuth authorization policy', 'an OAuth authorization policy'],
  ])('%s: %s', (label, words) => expect(withArticle(label)).toBe(words))
})
