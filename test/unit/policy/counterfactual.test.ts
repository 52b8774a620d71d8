import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RuleConditions } from '#contract/policy/conditions.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { counterfactualSchema, type Counterfactual } from '#contract/policy/simulation.ts'
import { compile, explain } from '#policy/index.ts'
import type { EvaluationContext, PolicyRecord, PolicySet, RuleRecord } from '#policy/types.ts'
import { naiveConditions } from '../../helpers/naive-conditions.ts'
import { contexts, policySets } from '../../helpers/policy-arbitraries.ts'
import { contextAfter } from '../../helpers/policy-counterfactuals.ts'
import { runs } from '../../helpers/runs.ts'

const NAMES: Readonly<Record<string, string>> = { c: 'Contractors', s: 'Staff', hq: 'HQ', lab: 'Lab', p1: 'Partner' }

const rule = (name: string, conditions: RuleConditions | null, priority = 1): RuleRecord => ({
  id: name,
  name,
  status: 'ACTIVE',
  priority,
  system: false,
  conditions,
  actions: {},
})

const zone = (id: string, value: string) => ({
  id,
  name: id,
  type: 'IP' as const,
  status: 'ACTIVE' as const,
  usage: 'POLICY' as const,
  gateways: [{ type: 'CIDR' as const, value }],
})

function setOf(rules: RuleRecord[], conditions: PolicyRecord['conditions'] = null): PolicySet {
  const policy = { id: 'p', name: 'P', status: 'ACTIVE' as const, priority: 1, system: false, conditions, rules }
  return {
    everyoneGroupId: 'everyone',
    zones: [zone('hq', '10.0.0.0/8'), zone('lab', '10.1.0.0/16')],
    applications: [],
    nameOf: (id) => NAMES[id] ?? null,
    policies: (['SVC_SIGN_ON', 'IDP_DISCOVERY'] as const).map((type) => ({ ...policy, type })),
  }
}

function counterfactuals(
  set: PolicySet,
  context: Omit<EvaluationContext, 'now'>,
  type: PolicyType = 'SVC_SIGN_ON',
): (Counterfactual | null)[] {
  const { path } = explain(compile(set), type, { now: 0, ...context })
  return path.flatMap((policy) =>
    policy.rules.map(({ counterfactual }) => counterfactualSchema.nullable().parse(counterfactual)),
  )
}

const counterfactual = (conditions: RuleConditions, context: Omit<EvaluationContext, 'now'>) =>
  counterfactuals(setOf([rule('R', conditions)]), context)[0]

const values = (given: Counterfactual | null | undefined) =>
  Object.fromEntries((given?.changes ?? []).map(({ path, value }) => [path, value]))

describe('what would make a rule match', () => {
  it('is told of no rule that does match, and of none that was not reached', () => {
    expect(counterfactuals(setOf([rule('A', null), rule('B', { riskScore: { level: 'HIGH' } }, 2)]), {})).toEqual([
      null,
    ])
  })

  it('is a change of every condition that fails, and of no other', () => {
    const found = counterfactual(
      {
        people: { groups: { include: ['c'] } },
        riskScore: { level: 'HIGH' },
        device: { registered: true, managed: true },
        network: { connection: 'ZONE', include: ['hq'] },
      },
      { groupIds: ['s'], ip: '10.2.0.1', risk: 'LOW', device: { registered: true } },
    )
    expect(found).toEqual({
      summary:
        'The person would have to be in Contractors, the device would have to be managed and the risk would have to be high.',
      changes: [
        { path: 'policyContext.groups.ids', value: ['s', 'c'], text: 'Be in Staff and Contractors' },
        { path: 'policyContext.device.managed', value: true, text: 'Use a managed device' },
        { path: 'policyContext.risk', value: { level: 'HIGH' }, text: 'Set the risk to high' },
      ],
      verified: true,
    })
  })

  it('is said without a change where only the person could change', () => {
    const person = { id: 'ada', groupIds: ['s'], userTypeId: 'clerk' }
    expect(counterfactual({ people: { groups: { include: ['c'] }, users: { include: ['c'] } } }, { person })).toEqual({
      summary: 'The person would have to be in Contractors or be Contractors.',
      changes: [],
      verified: false,
    })
    expect(counterfactual({ userType: { include: ['s'], exclude: [] } }, { person })?.summary).toBe(
      'The person would have to be of user type Staff.',
    )
  })

  it('never puts a group in that another list takes out, nor one that is gone', () => {
    const found = counterfactual(
      { people: { groups: { include: ['gone', 'c', 's'], exclude: ['c', 'x'] } } },
      { groupIds: ['x', 'y'] },
    )
    expect(values(found)).toEqual({ 'policyContext.groups.ids': ['y', 's'] })
    expect(found?.verified).toBe(true)
  })

  it('names a zone in place of an address, and an address elsewhere where only zones to be outside of are named', () => {
    const inside = counterfactual(
      { network: { connection: 'ZONE', include: ['hq'], exclude: ['lab'] } },
      { ip: '10.1.0.1' },
    )
    expect(values(inside)).toEqual({ 'policyContext.ip': null, 'policyContext.zones': { ids: ['hq'] } })
    expect(inside).toMatchObject({
      summary: 'The request would have to come from inside HQ and outside Lab.',
      verified: true,
    })
    const outside = counterfactual({ network: { connection: 'ZONE', exclude: ['hq'] } }, { ip: '10.1.0.1' })
    expect(values(outside)).toEqual({ 'policyContext.ip': '192.0.2.1' })
    const elsewhere = counterfactual({ network: { connection: 'ZONE', exclude: ['hq'] } }, { zoneIds: ['hq', 'lab'] })
    expect(values(elsewhere)).toEqual({ 'policyContext.zones': { ids: ['lab'] } })
  })

  it('finds a platform that is included and not excluded', () => {
    const mobile = { type: 'MOBILE' as const }
    const ios = { type: 'MOBILE' as const, os: { type: 'IOS' as const } }
    const found = counterfactual(
      { platform: { include: [mobile], exclude: [ios] } },
      { device: { platform: 'WINDOWS' } },
    )
    expect(found).toMatchObject({ verified: true, changes: [{ value: 'ANDROID' }] })
  })

  it('says that a version of a system is not for a request to tell', () => {
    const versioned = {
      type: 'MOBILE' as const,
      os: { type: 'IOS' as const, version: { matchType: 'SEMVER' as const, value: '17' } },
    }
    const set = setOf([rule('R', { platform: { include: [versioned] } })])
    const { path } = explain(compile(set), 'SVC_SIGN_ON', { now: 0, device: { platform: 'IOS' } })
    expect(path[0]?.rules[0]).toMatchObject({
      status: 'UNDEFINED',
      conditions: [{ actual: 'iOS, of a version that no context tells', missing: null }],
      counterfactual: { summary: 'The platform would have to be iOS 17.', changes: [], verified: false },
    })
  })

  it.each<[string, RuleConditions, Record<string, unknown>]>([
    ['behaviors', { risk: { behaviors: ['gone', 's'] } }, { 'policyContext.behaviors': ['c', 's'] }],
    ['the risk of the person', { entityRisk: { level: 'LOW' } }, { 'policyContext.entityRisk': { level: 'LOW' } }],
    ['the way in', { authContext: { authType: 'LDAP_INTERFACE' } }, { 'policyContext.authType': 'LDAP_INTERFACE' }],
    [
      'the provider',
      { identityProvider: { provider: 'SPECIFIC_IDP', idpIds: ['gone', 'p1'] } },
      { 'policyContext.identityProvider': { type: 'IDP', id: 'p1' } },
    ],
    ['the client', { clients: { include: ['s'] } }, { 'policyContext.clientId': 's' }],
    ['the grant', { grantTypes: { include: ['password'] } }, { 'policyContext.grantType': 'password' }],
    ['the scopes', { scopes: { include: ['mail', 'openid'] } }, { 'policyContext.scopes': ['openid'] }],
    [
      'the device’s assurance',
      { device: { assurance: { include: ['s'] } } },
      { 'policyContext.device.assuranceId': 's' },
    ],
    ['the application', { app: { include: [{ type: 'APP', id: 's' }], exclude: [] } }, { appInstance: 's' }],
    [
      'detections',
      { riskDetectionTypes: { exclude: ['BRUTE_FORCE_ATTACK'] } },
      { 'policyContext.riskDetections': ['SUSPICIOUS_APP_ACCESS'] },
    ],
    [
      'the sign-in name',
      { userIdentifier: { type: 'IDENTIFIER', patterns: [{ matchType: 'SUFFIX', value: '@example.org' }] } },
      { 'policyContext.identifier': 'someone@example.org' },
    ],
  ])('can change %s', (_, conditions, expected) => {
    const found = counterfactual(conditions, {
      behaviors: ['c'],
      scopes: ['admin', 'openid'],
      riskDetections: ['BRUTE_FORCE_ATTACK', 'SUSPICIOUS_APP_ACCESS'],
      app: { id: 'a' },
      grantType: 'implicit',
    })
    expect(values(found)).toEqual(expected)
    expect(found?.verified).toBe(true)
  })

  it('says when a rule above would still decide', () => {
    const [, second] = counterfactuals(
      setOf([
        rule('Everywhere', { riskScore: { level: 'HIGH' } }),
        rule('Inside', { riskScore: { level: 'HIGH' }, device: { registered: true } }, 2),
      ]),
      { risk: 'LOW', device: { registered: true } },
    )
    expect(second).toMatchObject({
      summary: 'The risk would have to be high, but “Everywhere” above it would still decide.',
      verified: true,
    })
  })

  it('counts what the policy itself cannot tell', () => {
    const set = setOf([rule('R', { riskScore: { level: 'LOW' } })], {
      network: { connection: 'ZONE', include: ['hq'] },
    })
    expect(values(counterfactuals(set, { risk: 'HIGH' })[0])).toEqual({
      'policyContext.zones': { ids: ['hq'] },
      'policyContext.risk': { level: 'LOW' },
    })
  })

  it('admits that conditions contradict each other', () => {
    const set = setOf([rule('R', { network: { connection: 'ZONE', include: ['lab'] } })], {
      network: { connection: 'ZONE', exclude: ['lab'] },
    })
    const found = counterfactuals(set, {})[0]
    expect(found?.verified).toBe(false)
    expect(found?.summary).toMatch(/, but its conditions do not go together\.$/)
  })

  it('is not worked out for rules far down a long path', () => {
    const many = Array.from({ length: 205 }, (_, index) => rule(`r${index}`, { riskScore: { level: 'HIGH' } }, index))
    const found = counterfactuals(setOf(many), { risk: 'LOW' })
    expect(found.filter((each) => each !== null)).toHaveLength(200)
    expect(found.at(-1)).toBeNull()
  })

  it('once verified and applied makes the rule match, by a naive reading too', () => {
    let verified = 0
    const numRuns = runs()
    fc.assert(
      fc.property(policySets, contexts, (any, context) => {
        const set: PolicySet = { ...any, policies: any.policies.map((each) => ({ ...each, type: 'SVC_SIGN_ON' })) }
        const before = structuredClone(context)
        for (const { id, rules } of explain(compile(set), 'SVC_SIGN_ON', context).path)
          for (const { id: ruleId, status, counterfactual: found } of rules) {
            expect(found === null).toBe(status === 'MATCH')
            if (!found?.verified) continue
            verified += 1
            const policy = set.policies.find((each) => each.id === id)
            const record = policy?.rules.find((each) => each.id === ruleId)
            const after = contextAfter(context, found.changes)
            expect(naiveConditions(policy?.conditions, set, after).joint).toBe('MATCH')
            expect(naiveConditions(record?.conditions, set, after).joint).toBe('MATCH')
          }
        expect(context).toEqual(before)
      }),
      { numRuns },
    )
    expect(verified).toBeGreaterThan(numRuns / 10)
  })
})

describe('what would make an expression true', () => {
  const ask = (condition: string, context: Omit<EvaluationContext, 'now'>) =>
    counterfactual({ elCondition: { condition } }, context)
  const ada = { id: 'ada', groupIds: [], user: { id: 'ada', profile: { department: 'Finance', level: 1 } } }

  it.each([
    ['user.profile.department == "Sales"', 'user.profile.department would have to be "Sales".'],
    ['!(user.profile.department == "Finance")', 'user.profile.department would have to be other than "Finance".'],
    ['3 <= user.profile.level', 'user.profile.level would have to be at least 3.'],
    [
      'user.profile.department == "Sales" && user.profile.level == 1',
      'user.profile.department would have to be "Sales".',
    ],
  ])('%s: said without a change', (condition, summary) => {
    expect(ask(condition, { person: ada })).toEqual({ summary, changes: [], verified: false })
  })

  it.each<[string, Record<string, unknown>]>([
    ["security.risk.level == 'HIGH'", { 'policyContext.risk': { level: 'HIGH' } }],
    ["'LOW' != security.risk.level", { 'policyContext.risk': { level: 'MEDIUM' } }],
    ['!device.profile.managed', { 'policyContext.device.managed': false }],
    ["login.identifier == 'x@y.z'", { 'policyContext.identifier': 'x@y.z' }],
    ["security.behaviors.contains('b1')", { 'policyContext.behaviors': ['b0', 'b1'] }],
    [
      "user.profile.department == 'Sales' || device.profile.registered && security.risk.level != 'LOW'",
      { 'policyContext.device.registered': true, 'policyContext.risk': { level: 'MEDIUM' } },
    ],
    [
      "user.profile.level > 5 ? device.profile.managed : security.risk.level == 'HIGH'",
      { 'policyContext.risk': { level: 'HIGH' } },
    ],
  ])('%s: the request alone can bring it about', (condition, expected) => {
    const found = ask(condition, {
      person: ada,
      risk: 'LOW',
      behaviors: ['b0'],
      device: { managed: true, registered: false },
      identifier: 'ada',
    })
    expect(values(found)).toEqual(expected)
    expect(found?.verified).toBe(true)
  })

  it('takes time in proportion to its length', () => {
    const long = Array.from({ length: 180 }, (_, index) => `(user.profile.a${index} == 1 || device.profile.managed)`)
    const start = performance.now()
    expect(ask(long.join(' && '), { person: ada, device: { managed: false } })?.verified).toBe(true)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
