import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Rule } from '#contract/policy/policy.ts'
import { findPolicy, listPoliciesOf, type LocatedPolicy, policyOperation } from '#ui/api/policy-api.ts'
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
