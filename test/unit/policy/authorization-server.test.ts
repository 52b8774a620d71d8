import { describe, expect, it } from 'vitest'
import type { RuleConditions } from '#contract/policy/conditions.ts'
import { compile, decide, explain } from '#policy/index.ts'
import { evaluate } from '#policy/evaluate/evaluate.ts'
import type { EvaluationContext, PolicyRecord, PolicySet } from '#policy/types.ts'

const policy = (
  id: string,
  authorizationServerId: string,
  clients: string[],
  priority: number,
  conditions: RuleConditions | null = null,
): PolicyRecord => ({
  id,
  type: 'OAUTH_AUTHORIZATION_POLICY',
  name: id,
  status: 'ACTIVE',
  priority,
  system: false,
  authorizationServerId,
  conditions: { clients: { include: clients } },
  rules: [
    {
      id: `${id} rule`,
      name: 'Rule',
      status: 'ACTIVE',
      priority: 1,
      system: false,
      conditions,
      actions: { token: {} },
    },
  ],
})

const set = (...policies: PolicyRecord[]): PolicySet => ({
  everyoneGroupId: 'everyone',
  policies,
  zones: [],
  applications: [],
})
const TYPE = 'OAUTH_AUTHORIZATION_POLICY'
const decided = (policies: PolicyRecord[], context: Omit<EvaluationContext, 'now'>) =>
  decide(compile(set(...policies)), TYPE, { now: 0, ...context })?.policyId

describe('policies of an authorization server', () => {
  const policies = [
    policy('general', 's1', ['ALL_CLIENTS'], 2),
    policy('billing', 's1', ['c1'], 1),
    policy('other', 's2', ['ALL_CLIENTS'], 1),
  ]

  it('are asked in their order, and those of another server never', () => {
    expect(decided(policies, { authorizationServerId: 's1', clientId: 'c1' })).toBe('billing')
    expect(decided(policies, { authorizationServerId: 's1', clientId: 'c2' })).toBe('general')
    expect(decided(policies, { authorizationServerId: 's2', clientId: 'c1' })).toBe('other')
    expect(decided(policies, { authorizationServerId: 's3', clientId: 'c1' })).toBeUndefined()
  })

  it('cannot be told without a server, which the explanation asks for', () => {
    const compiled = compile(set(...policies))
    expect(evaluate(compiled, TYPE, { now: 0 })).toMatchObject({
      status: 'UNDEFINED',
      path: [],
      missing: 'policyContext.authorizationServerId',
    })
    expect(explain(compiled, TYPE, { now: 0 }).summary).toBe(
      'Cannot tell which policy applies, because no authorization server is given.',
    )
  })

  it('ask for a client by name where one is needed', () => {
    const answer = explain(compile(set(...policies)), TYPE, { now: 0, authorizationServerId: 's1' })
    expect(answer.path[0]?.conditions[0]).toMatchObject({ status: 'UNDEFINED', missing: 'policyContext.clientId' })
    expect(answer.summary).toContain('needs a client')
  })
})

describe('scopes', () => {
  const asked = (scopes: string[] | null, include = ['openid', 'mail']) =>
    evaluate(compile(set(policy('p', 's1', ['ALL_CLIENTS'], 1, { scopes: { include } }))), TYPE, {
      now: 0,
      authorizationServerId: 's1',
      scopes,
    }).status

  it('are met when every one that is asked for is in the list', () => {
    expect(asked(['openid'])).toBe('MATCH')
    expect(asked(['mail', 'openid'])).toBe('MATCH')
    expect(asked(['openid', 'admin'])).toBe('NOT_MATCH')
    expect(asked([])).toBe('MATCH')
  })

  it('are any under a star, and undefined when nothing says which', () => {
    expect(asked(['admin'], ['*'])).toBe('MATCH')
    expect(asked(null)).toBe('UNDEFINED')
  })
})
