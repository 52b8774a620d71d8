import fc from 'fast-check'
import type { InvariantWrite } from '#contract/gatehouse/invariant.ts'
import { rulesFor, type Question } from '#analysis/invariants.ts'
import { appsInScope, reachTest } from '#analysis/scope.ts'
import { compile, isBroken, promisedBy } from '#policy/index.ts'
import type { ApplicationRecord, PolicyRecord, PolicySet, RuleRecord } from '#policy/types.ts'
import { decidedOutside, everySignIn, smallConditions, smallWorlds } from './small-worlds.ts'

/** Small worlds whose rules let in and keep out, for sessions and for applications, and questions about them. */

const session = fc.record({
  signon: fc.record({
    access: fc.constantFrom('ALLOW' as const, 'ALLOW' as const, 'DENY' as const),
    requireFactor: fc.boolean(),
    session: fc.record({
      maxSessionIdleMinutes: fc.constant(60),
      maxSessionLifetimeMinutes: fc.constantFrom(0, 600, 1_200),
    }),
  }),
})

const method = fc.oneof(
  fc.record({
    type: fc.constant('ASSURANCE' as const),
    factorMode: fc.constantFrom('1FA' as const, '2FA' as const),
    reauthenticateIn: fc.constantFrom('PT0S', 'PT2H', 'PT12H'),
  }),
  fc.record({
    type: fc.constant('ASSURANCE' as const),
    factorMode: fc.constant('1FA' as const),
    reauthenticateIn: fc.constant('PT2H'),
    constraints: fc.constantFrom(
      [{ possession: { phishingResistant: 'REQUIRED' } }],
      [{ knowledge: { types: ['password'] } }],
      [{ possession: {} }, { knowledge: { reauthenticateIn: 'PT24H' } }],
    ),
  }),
  fc.constant({
    type: 'AUTH_METHOD_CHAIN' as const,
    chains: [
      {
        authenticationMethods: [{ key: 'svc_password', method: 'password' }],
        next: [{ authenticationMethods: [{ key: 'webauthn', method: 'webauthn', phishingResistant: 'REQUIRED' }] }],
      },
    ],
  }),
)

const access = fc.oneof(
  {
    weight: 3,
    arbitrary: method.map((verificationMethod) => ({ appSignOn: { access: 'ALLOW', verificationMethod } })),
  },
  { weight: 1, arbitrary: fc.constant({ appSignOn: { access: 'DENY' } }) },
) as fc.Arbitrary<Record<string, unknown>>

const withActions = (policies: readonly PolicyRecord[]): fc.Arbitrary<PolicyRecord[]> =>
  fc.tuple(
    ...policies.map((policy) =>
      fc
        .array(session, { minLength: policy.rules.length, maxLength: policy.rules.length })
        .map((actions): PolicyRecord => ({
          ...policy,
          rules: policy.rules.map((rule, at) => ({ ...rule, actions: actions[at] ?? {} })),
        })),
    ),
  )

const appRule = (id: string): fc.Arbitrary<RuleRecord> =>
  fc.record({ conditions: smallConditions, actions: access }).map((rule) => ({
    ...{ id, name: id, status: 'ACTIVE', priority: Number(id.at(-1)), system: false },
    ...rule,
  }))

const accessPolicy = (index: number): fc.Arbitrary<PolicyRecord> =>
  fc
    .integer({ min: 0, max: 3 })
    .chain((length) => fc.tuple(...Array.from({ length }, (_, at) => appRule(`a${index}r${at}`))))
    .map((rules) => ({
      ...{ id: `a${index}`, name: `a${index}`, type: 'ACCESS_POLICY', status: 'ACTIVE', priority: 1 },
      ...{ system: index === 0, rules },
    }))

const app = (id: string, accessPolicyId: string | null): ApplicationRecord => ({
  ...{ id, name: `kind of ${id}`, label: id, status: 'ACTIVE', accessPolicyId, profileEnrollmentPolicyId: null },
})

/** Two session policies, two authentication policies, and an application of each and one of neither. */
export const decidingWorlds: fc.Arbitrary<PolicySet> = fc
  .record({ world: smallWorlds, ofApps: fc.tuple(accessPolicy(0), accessPolicy(1)), blocked: fc.boolean() })
  .chain(({ world, ofApps, blocked }) =>
    withActions(world.policies).map((policies) => ({
      ...world,
      policies: [...policies, ...ofApps],
      zones: world.zones.map((zone) => (zone.id === 'z2' && blocked ? { ...zone, usage: 'BLOCKLIST' as const } : zone)),
      applications: [app('app0', 'a0'), app('app1', 'a1'), app('app2', null)],
    })),
  )

const scopes = smallConditions.map((conditions): InvariantWrite['scope'] => {
  const { people, network, riskScore, device, platform } = conditions ?? {}
  return Object.fromEntries(
    Object.entries({ people, network, riskScore, device, platform }).filter(([, value]) => value !== undefined),
  )
})

const claims: fc.Arbitrary<InvariantWrite['claim']> = fc.oneof(
  fc.constantFrom(
    { kind: 'DENIED' as const },
    { kind: 'ALLOWED' as const },
    { kind: 'NOT_PASSWORD_ALONE' as const },
    { kind: 'PHISHING_RESISTANT' as const },
  ),
  fc.record({ kind: fc.constant('FACTORS' as const), factors: fc.constantFrom(2, 3) }),
  fc.record({ kind: fc.constant('REAUTHENTICATE' as const), within: fc.constantFrom('PT2H', 'PT12H') }),
  fc.record({ kind: fc.constant('SESSION_ENDS' as const), minutes: fc.constantFrom(600, 900) }),
)

/** Questions about such a world, of every claim. */
export const questions = fc
  .record({
    scope: scopes,
    claim: claims,
    app: fc.option(
      fc.record({
        include: fc.subarray(['app0', 'app1', 'app2']).map((ids) => ids.map((id) => ({ type: 'APP' as const, id }))),
        exclude: fc.subarray([{ type: 'APP_TYPE' as const, name: 'kind of app1' }]),
      }),
    ),
  })
  .map((question) => ({
    ...question,
    app:
      question.claim.kind === 'SESSION_ENDS'
        ? null
        : (question.app ??
          (['REAUTHENTICATE', 'PHISHING_RESISTANT'].includes(question.claim.kind)
            ? { include: [], exclude: [] }
            : null)),
  }))

/** What a question comes to by trying every sign-in to every application of its scope. */
export function isBrokenByTrying(given: PolicySet, { scope, app, claim }: Question): boolean {
  const set = decidedOutside(given)
  const compiled = compile(set)
  const inScope = reachTest(scope, set)
  const promised = promisedBy(claim)
  const places = app ? appsInScope(app, set.applications) : [null]
  return everySignIn.some((signIn) => {
    return (
      inScope.is(signIn) &&
      places.some((place) => isBroken(promised, ...rulesFor(set, compiled, { ...signIn, app: place }, place !== null)))
    )
  })
}
