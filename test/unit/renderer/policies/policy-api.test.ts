import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import { findPolicy, policyOperation, serverOf } from '#ui/api/policy-api.ts'
import { requestOf } from '#ui/api/client.ts'
import { namedByRules } from '#ui/features/policies/policy/used-by.ts'
import { withArticle } from '#ui/domain/policy-labels.ts'

const AT = 'http://127.0.0.1/api/v1/authorizationServers/ausX/policies/00pX'
const linked = (href: string) => ({ _links: { self: { href } } }) as unknown as Policy

afterEach(() => void vi.unstubAllGlobals())

describe('where a policy lives', () => {
  it('is told by its own link', () => {
    expect(serverOf(linked(AT))).toBe('ausX')
    expect(serverOf(linked('http://127.0.0.1/api/v1/policies/00pX'))).toBeNull()
  })

  it('decides which operation is called, with the same input', () => {
    const input = { params: { policyId: '00pX', ruleId: '0prX' } }
    const here = policyOperation(null, 'getRule', input)
    const there = policyOperation('ausX', 'getRule', input)
    expect(requestOf(here.operation, here.input).path).toBe('/api/v1/policies/00pX/rules/0prX')
    expect(requestOf(there.operation, there.input).path).toBe(
      '/api/v1/authorizationServers/ausX/policies/00pX/rules/0prX',
    )
  })

  it('a policy of an authorization server is found by its id alone', async () => {
    vi.stubGlobal('sessionStorage', { getItem: () => null })
    vi.stubGlobal('fetch', (url: string) =>
      Promise.resolve(
        url.startsWith('/api/v1/policies?type=OAUTH')
          ? new Response(JSON.stringify([{ ...linked(AT), id: '00pX' }]))
          : new Response('{"errorCode":"E0000007","errorSummary":"Not found"}', { status: 404 }),
      ),
    )
    expect(serverOf(await findPolicy('00pX'))).toBe('ausX')
    await expect(findPolicy('00pGONE')).rejects.toMatchObject({ status: 404 })
  })
})

describe('what a policy’s rules name', () => {
  it('stands once, with the rules that name it', () => {
    const policy = { type: 'ACCESS_POLICY' } as Policy
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
