import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RULE_CONDITIONS, type RuleConditions } from '#contract/policy/conditions.ts'
import { POLICY_CONDITIONS } from '#contract/policy/conditions.ts'
import { CONDITION_KINDS, compileConditions } from '#policy/conditions/index.ts'
import { traceOf } from '#policy/conditions/condition.ts'
import { factsOf } from '#policy/prepared-context.ts'
import type { EvaluationContext } from '#policy/types.ts'
import { verdictOf } from '#policy/verdict.ts'
import { compileZones } from '#policy/networks/zones.ts'
import { naiveConditions } from '../../helpers/naive-conditions.ts'
import { contexts, policySets, ruleConditions } from '../../helpers/policy-arbitraries.ts'
import { runs } from '../../helpers/runs.ts'

const NOWHERE = { everyoneGroupId: 'everyone', zones: new Map() }

function verdicts(conditions: RuleConditions, context: Omit<EvaluationContext, 'now'>) {
  const traces = traceOf(compileConditions(conditions, NOWHERE), factsOf({ now: 0, ...context }))
  return Object.fromEntries(traces.map(({ path, status }) => [path, status]))
}

it('every condition of the contract has a kind that evaluates it, and no kind stands alone', () => {
  expect(Object.keys(CONDITION_KINDS).sort()).toEqual(
    [...new Set([...Object.keys(RULE_CONDITIONS), ...Object.keys(POLICY_CONDITIONS)])].sort(),
  )
})

it('each condition alone agrees with the naive reading', () => {
  fc.assert(
    fc.property(policySets, ruleConditions, contexts, (set, conditions, context) => {
      const environment = { everyoneGroupId: set.everyoneGroupId, zones: compileZones(set.zones) }
      const facts = factsOf(context)
      for (const [key, value] of Object.entries(conditions ?? {})) {
        const naive = naiveConditions({ [key]: value }, set, context)
        const compiled = compileConditions({ [key]: value }, environment)
        const joint = compiled[0] ? verdictOf(compiled[0].test(facts)) : 'MATCH'
        expect({ [key]: value, joint }).toEqual({ [key]: value, joint: naive.joint })
        const byPath = (list: readonly { path: string; status: string }[]) =>
          Object.fromEntries(list.map(({ path, status }) => [path, status]))
        expect(byPath(traceOf(compiled, facts))).toEqual(byPath(naive.paths))
      }
    }),
    { numRuns: runs(10) },
  )
})

it('a platform that has no name of ours has no class either (spec/5 decision 8)', () => {
  const on = (type: 'MOBILE' | 'DESKTOP' | 'OTHER' | 'ANY', os: 'ANY' | 'OTHER' = 'ANY') =>
    verdicts({ platform: { include: [{ type, os: { type: os } }] } }, { device: { platform: 'OTHER' } })[
      'platform.include'
    ]
  expect([on('MOBILE'), on('DESKTOP'), on('OTHER'), on('ANY', 'OTHER'), on('MOBILE', 'OTHER')]).toEqual([
    'NOT_MATCH',
    'NOT_MATCH',
    'MATCH',
    'MATCH',
    'NOT_MATCH',
  ])
})

it('an inactive zone holds no one, also when the context names it (spec/5 decision 8)', () => {
  const asleep = { id: 'z', name: 'Z', type: 'IP', status: 'INACTIVE', usage: 'POLICY', gateways: null } as const
  const environment = { everyoneGroupId: 'everyone', zones: compileZones([asleep]) }
  const seen = (network: NonNullable<RuleConditions['network']>) =>
    traceOf(compileConditions({ network }, environment), factsOf({ now: 0, zoneIds: ['z'] })).map(
      ({ status }) => status,
    )
  expect(seen({ connection: 'ZONE', include: ['z'] })).toEqual(['NOT_MATCH'])
  expect(seen({ connection: 'ZONE', include: ['ALL_ZONES'] })).toEqual(['NOT_MATCH'])
  expect(seen({ connection: 'ZONE', exclude: ['z'] })).toEqual(['MATCH'])
})

it('a verdict that is undefined names the field that would decide it, where the context has one', () => {
  const missing = (conditions: RuleConditions, context: Omit<EvaluationContext, 'now'> = {}) =>
    traceOf(compileConditions(conditions, NOWHERE), factsOf({ now: 0, ...context })).map((trace) => trace.missing)
  expect(missing({ people: { users: { include: ['u'] } } }, { groupIds: ['g'] })).toEqual(['policyContext.user'])
  expect(missing({ riskScore: { level: 'HIGH' } })).toEqual(['policyContext.risk'])
  expect(missing({ riskScore: { level: 'HIGH' } }, { risk: 'LOW' })).toEqual([null])
  expect(missing({ device: { registered: true, managed: true } })).toEqual([
    'policyContext.device.registered',
    'policyContext.device.managed',
  ])
  expect(missing({ platform: { include: [{ type: 'MOBILE' }] } })).toEqual(['policyContext.device.platform'])
  expect(missing({ device: { assurance: { include: ['d'] } } })).toEqual(['policyContext.device.assuranceId'])
  expect(missing({ app: { include: [{ type: 'APP', id: 'a' }], exclude: [] } })).toEqual(['appInstance'])
  expect(missing({ authContext: { authType: 'LDAP_INTERFACE' } })).toEqual(['policyContext.authType'])
})

it('a pattern ignores case, and an expression must match the whole identifier', () => {
  const matches = (matchType: 'EQUALS' | 'CONTAINS' | 'STARTS_WITH' | 'SUFFIX' | 'EXPRESSION', value: string) =>
    verdicts(
      { userIdentifier: { type: 'IDENTIFIER', patterns: [{ matchType, value }] } },
      { identifier: 'Ada@Example.org' },
    )['userIdentifier.patterns']
  expect(matches('EQUALS', 'ada@example.ORG')).toBe('MATCH')
  expect(matches('SUFFIX', '@EXAMPLE.org')).toBe('MATCH')
  expect(matches('STARTS_WITH', 'example')).toBe('NOT_MATCH')
  expect(matches('EXPRESSION', '.*@example\\.org')).toBe('MATCH')
  expect(matches('EXPRESSION', 'ada')).toBe('NOT_MATCH')
  expect(matches('EXPRESSION', 'ada|ada@example.org')).toBe('MATCH')
  expect(matches('EXPRESSION', '(')).toBe('UNDEFINED')
})

it('an attribute without a value is matched by no pattern, one of an unknown person cannot be told', () => {
  const condition: RuleConditions = {
    userIdentifier: { type: 'ATTRIBUTE', attribute: 'division', patterns: [{ matchType: 'CONTAINS', value: 'a' }] },
  }
  const person = (profile: Record<string, unknown>) => ({
    person: { id: 'u', groupIds: [], user: { id: 'u', profile } },
  })
  expect(verdicts(condition, person({}))['userIdentifier.patterns']).toBe('NOT_MATCH')
  expect(verdicts(condition, person({ division: 'Sales' }))['userIdentifier.patterns']).toBe('MATCH')
  expect(verdicts(condition, { groupIds: [] })['userIdentifier.patterns']).toBe('UNDEFINED')
})

it('a condition that this program does not know is never taken as met', () => {
  expect(verdicts({ phaseOfMoon: { include: ['full'] } } as RuleConditions, {})).toEqual({ phaseOfMoon: 'UNDEFINED' })
})

it('an empty list of behaviors, and an identifier without patterns, ask for nothing', () => {
  expect(verdicts({ risk: { behaviors: [] }, userIdentifier: { patterns: [] } }, {})).toEqual({})
  expect(CONDITION_KINDS.risk.phrases({ behaviors: [] })).toEqual([])
})
