import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ruleListsOf } from '#analysis/rule-lists.ts'
import { OS_TYPES } from '#contract/policy/conditions.ts'
import { POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import { compile, decide, type EvaluationContext } from '#policy/index.ts'
import { policySets } from '../../helpers/policy-arbitraries.ts'
import { runs } from '../../helpers/runs.ts'
import { deadRules } from '../../helpers/dead-rules.ts'

const some = (...items: string[]) => fc.subarray(items)
const level = fc.constantFrom('LOW' as const, 'MEDIUM' as const, 'HIGH' as const)

/** A sign-in of which all is known that a condition asks for, from an address; to no application, or one of its kind. */
const realSignIns: fc.Arbitrary<EvaluationContext> = fc.record({
  now: fc.constant(0),
  app: fc.option(fc.constantFrom('a1', 'a2', 'a3').map((id) => ({ id, name: 'kind1' }))),
  person: fc.record({
    id: fc.constantFrom('u1', 'u2', 'u3'),
    groupIds: some('g1', 'g2', 'g3'),
    userTypeId: fc.constantFrom('t1', 't2', 't3'),
    providerType: fc.constantFrom('SVC', 'DIRECTORY_SERVICE', 'FEDERATION'),
    user: fc
      .record({
        login: fc.constantFrom('ada@example.org', 'bob@example.com'),
        title: fc.constantFrom(null, 'Ada', 'adab'),
        size: fc.constantFrom(7, null),
      })
      .map((profile) => ({ id: 'u', profile })),
  }),
  identifier: fc.constantFrom('ada@example.org', 'ada', 'bob', 'abb@example.org'),
  ip: fc.constantFrom(
    '10.0.0.1',
    '10.0.0.255',
    '10.1.2.3',
    '10.200.0.1',
    '203.0.113.9',
    '192.0.2.1',
    '2001:db8::1',
    '2001:db9::1',
    '::1',
  ),
  risk: level,
  entityRisk: level,
  device: fc.record({
    platform: fc.constantFrom(...OS_TYPES.filter((name) => name !== 'ANY')),
    registered: fc.boolean(),
    managed: fc.boolean(),
    assuranceId: fc.constantFrom('d1', 'd2', 'd3'),
  }),
  behaviors: some('b1', 'b2', 'b3'),
  riskDetections: some('BRUTE_FORCE_ATTACK', 'SUSPICIOUS_APP_ACCESS', 'USER_REPORTED_SUSPICIOUS_ACTIVITY'),
  authType: fc.constantFrom('LDAP_INTERFACE', 'OTHER'),
  identityProvider: fc.constantFrom(
    { type: 'SVC' as const },
    { type: 'IDP' as const, id: 'i1' },
    { type: 'IDP' as const, id: 'i3' },
  ),
  authorizationServerId: fc.constantFrom('s1', 's2'),
  clientId: fc.constantFrom('c1', 'c2'),
  grantType: fc.constantFrom('implicit', 'password', 'authorization_code'),
  scopes: some('openid', 'mail', 'other'),
})

it('a rule that is called dead decides no sign-in, of any type of policy and with conditions of every kind', () => {
  let dead = 0
  fc.assert(
    fc.property(policySets, fc.array(realSignIns, { minLength: 20, maxLength: 20 }), (set, signIns) => {
      const ids = new Set(deadRules(ruleListsOf(set, POLICY_TYPE_NAMES), set).map(({ at }) => at.rule.id))
      dead += ids.size
      const compiled = compile(set)
      for (const signIn of signIns)
        for (const type of POLICY_TYPE_NAMES) {
          const decision = decide(compiled, type, signIn)
          if (decision) expect(ids.has(decision.ruleId), `${type} ${decision.ruleId}`).toBe(false)
        }
    }),
    { numRuns: runs(0.2) },
  )
  expect(dead).toBeGreaterThan(runs(0.05))
})
