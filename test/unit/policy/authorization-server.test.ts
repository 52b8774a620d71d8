import { describe, expect, it } from 'vitest'
import type { RuleConditions } from '#contract/policy/conditions.ts'
import { compile, decide, explain, tokenAnswer } from '#policy/index.ts'
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

describe('the answer to whether a client is given a token', () => {
  const token = { accessTokenLifetimeMinutes: 60, refreshTokenLifetimeMinutes: 0, refreshTokenWindowMinutes: 10_080 }
  const giving = (id: string, conditions: RuleConditions | null = null, minutes = 60): PolicyRecord => {
    const one = policy(id, 's1', ['ALL_CLIENTS'], minutes, conditions)
    const actions = { token: { ...token, accessTokenLifetimeMinutes: minutes } }
    return { ...one, rules: one.rules.map((rule) => ({ ...rule, actions })) }
  }
  const ask = (policies: PolicyRecord[], context: Omit<EvaluationContext, 'now'> = {}) => {
    const compiled = compile(set(...policies))
    const whole = { now: 0, authorizationServerId: 's1', clientId: 'c1', ...context }
    return tokenAnswer(evaluate(compiled, TYPE, whole), compiled.nameOf)
  }
  const ONLY_CODES: RuleConditions = { grantTypes: { include: ['authorization_code'] } }

  it('is yes, with what the token is like, where a rule matches', () => {
    expect(ask([giving('all')])).toEqual({
      answer: 'YES',
      text: 'Yes, the client is given the token.',
      details: ['Access tokens live 1 hour.', 'Refresh tokens do not expire, but lapse after 7 days unused.'],
      factors: null,
      certain: true,
    })
  })

  it('is no where none matches', () => {
    expect(ask([giving('codes', ONLY_CODES)], { grantType: 'client_credentials' })).toMatchObject({
      answer: 'NO',
      text: 'No: no policy of the authorization server gives the client this token.',
      certain: true,
    })
  })

  it('depends on what is not said, and stays yes where only the lifetime does', () => {
    expect(ask([giving('codes', ONLY_CODES)])).toMatchObject({ answer: 'DEPENDS', certain: false })
    expect(ask([giving('codes', ONLY_CODES, 5), giving('all', null, 60)])).toMatchObject({
      ...{ answer: 'YES', certain: false },
      details: [expect.stringContaining('unless for grant type authorization_code')],
    })
  })
})
