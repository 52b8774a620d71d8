import fc from 'fast-check'
import { OS_TYPES, PATTERN_MATCH_TYPES, PLATFORM_TYPES, type RuleConditions } from '#contract/policy/conditions.ts'
import { KNOWN_EXPRESSIONS } from './naive-conditions.ts'
import { POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import type { EvaluationContext, PolicyRecord, PolicySet, RuleRecord, ZoneRecord } from '#policy/types.ts'

/** Random policies and contexts over a few ids only, so that they meet; some ids exist nowhere. */

const GROUPS = ['everyone', 'g1', 'g2', 'g3', 'g-gone']
const USERS = ['u1', 'u2', 'u-gone']
const TYPES = ['t1', 't2']
const ZONES = ['z1', 'z2', 'z3', 'z4', 'z-gone']
const APPS = ['a1', 'a2', 'a3', 'a-gone']
const ADDRESSES = ['10.0.0.1', '10.0.0.255', '10.1.2.3', '203.0.113.9', '::ffff:10.0.0.1', '2001:db8::1', '2001:db9::1']
const GATEWAYS = [
  { type: 'CIDR', value: '10.0.0.0/24' },
  { type: 'CIDR', value: '10.0.0.0/8' },
  { type: 'CIDR', value: '2001:db8::/32' },
  { type: 'CIDR', value: '203.0.113.9/32' },
  { type: 'RANGE', value: '10.0.0.200-10.1.2.3' },
  { type: 'RANGE', value: '2001:db8::-2001:db9::1' },
] as const
const LEVELS = ['ANY', 'LOW', 'MEDIUM', 'HIGH'] as const
const DETECTIONS = ['BRUTE_FORCE_ATTACK', 'SUSPICIOUS_APP_ACCESS'] as const

const some = <T>(items: readonly T[], minLength = 0) =>
  fc.uniqueArray(fc.constantFrom(...items), { minLength, maxLength: 3 })
const zoneList = (minLength = 0) =>
  fc.oneof(
    { weight: 4, arbitrary: some(ZONES, minLength) },
    { weight: 1, arbitrary: fc.constant<string[]>(['ALL_ZONES']) },
  )
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const level = fc.record({ level: fc.constantFrom(...LEVELS) })

const lists = (items: readonly string[]) =>
  fc.record({ include: some(items), exclude: some(items) }, { requiredKeys: [] })

const appEntry = fc.oneof(
  fc.constantFrom(...APPS).map((id) => ({ type: 'APP' as const, id })),
  fc.constantFrom('kind1', 'kind2').map((name) => ({ type: 'APP_TYPE' as const, name })),
)

const platformEntry = fc.record({
  type: fc.constantFrom(...PLATFORM_TYPES),
  os: optional(
    fc.record({
      type: fc.constantFrom(...OS_TYPES),
      version: optional(fc.constant({ matchType: 'SEMVER' as const, value: '14' })),
    }),
  ),
})

const pattern = (matchTypes: readonly (typeof PATTERN_MATCH_TYPES)[number][]) =>
  fc.record({
    matchType: fc.constantFrom(...matchTypes),
    value: fc.constantFrom('Ada@example.org', '@EXAMPLE.org', 'ada', 'a.*', '[', 'b+'),
  })

const kinds: { [Key in keyof RuleConditions]-?: fc.Arbitrary<NonNullable<RuleConditions[Key]>> } = {
  people: fc.record({ users: lists(USERS), groups: lists([...GROUPS, 'EVERYONE']) }, { requiredKeys: [] }),
  userType: fc.record({ include: some(TYPES), exclude: some(TYPES) }),
  network: fc.oneof(
    fc.constant({ connection: 'ANYWHERE' as const }),
    fc.record({ connection: fc.constant('ZONE' as const), include: zoneList(1), exclude: optional(zoneList()) }),
    fc.record({ connection: fc.constant('ZONE' as const), exclude: zoneList(1) }),
  ),
  authContext: fc.record({ authType: fc.constantFrom('ANY' as const, 'LDAP_INTERFACE' as const) }),
  riskScore: level,
  risk: fc.record({ behaviors: some(['b1', 'b2'], 1) }),
  identityProvider: fc.oneof(
    fc.record({ provider: fc.constantFrom('ANY' as const, 'SVC' as const) }),
    fc.record({ provider: fc.constant('SPECIFIC_IDP' as const), idpIds: some(['i1', 'i2'], 1) }),
  ),
  device: fc.oneof(
    fc.record(
      { registered: fc.boolean(), assurance: fc.record({ include: some(['d1', 'd2'], 1) }) },
      { requiredKeys: [] },
    ),
    fc.record({ registered: fc.constant(true), managed: fc.boolean() }),
  ),
  platform: fc.record(
    { include: fc.array(platformEntry, { maxLength: 2 }), exclude: fc.array(platformEntry, { maxLength: 2 }) },
    { requiredKeys: [] },
  ),
  userIdentifier: fc.oneof(
    fc.record({
      type: fc.constant('IDENTIFIER' as const),
      patterns: fc.array(pattern(['EQUALS', 'CONTAINS', 'STARTS_WITH', 'SUFFIX']), { maxLength: 2 }),
    }),
    fc.record({ type: fc.constant('IDENTIFIER' as const), patterns: fc.tuple(pattern(['EXPRESSION'])) }),
    fc.record({
      type: fc.constant('ATTRIBUTE' as const),
      attribute: fc.constantFrom('login', 'title', 'size'),
      patterns: fc.tuple(pattern(PATTERN_MATCH_TYPES)),
    }),
  ),
  app: fc.record({ include: fc.array(appEntry, { maxLength: 2 }), exclude: fc.array(appEntry, { maxLength: 2 }) }),
  /** Those that the naive evaluator knows by heart; the language has properties of its own. */
  elCondition: fc.constantFrom(...KNOWN_EXPRESSIONS).map((condition) => ({ condition })),
  entityRisk: level,
  riskDetectionTypes: fc.oneof(
    fc.record({ include: some(DETECTIONS, 1) }),
    fc.record({ exclude: some(DETECTIONS, 1) }),
  ),
  clients: fc.record({ include: some(['c1', 'ALL_CLIENTS'], 1) }),
  grantTypes: fc.record({ include: some(['implicit', 'password'], 1) }),
  scopes: fc.record({ include: some(['openid', 'mail', '*']) }),
}

const generated = Object.entries(kinds).map(([key, arbitrary]) =>
  (arbitrary as fc.Arbitrary<unknown>).map((value) => [key, value] as const),
)

/** Up to three kinds, `people` and `network` oftener than the rest. */
export const ruleConditions: fc.Arbitrary<RuleConditions | null> = fc.option(
  fc
    .array(fc.oneof(...generated, ...generated.slice(0, 3), ...generated.slice(0, 3)), { maxLength: 3 })
    .map((entries) => Object.fromEntries(entries) as RuleConditions),
)

const status = fc.constantFrom('ACTIVE' as const, 'ACTIVE' as const, 'ACTIVE' as const, 'INACTIVE' as const)

const rules = (prefix: string): fc.Arbitrary<RuleRecord[]> =>
  fc
    .array(fc.record({ status, conditions: ruleConditions, system: fc.constant(false) }), { maxLength: 4 })
    .map((list) =>
      list.map((rule, index) => ({
        ...rule,
        id: `${prefix}r${index}`,
        name: `rule ${index}`,
        priority: index + 1,
        actions: {},
      })),
    )

const policyConditions = fc.option(
  fc.record(
    {
      people: fc.record({ groups: fc.record({ include: some(GROUPS) }) }),
      network: kinds.network as fc.Arbitrary<NonNullable<RuleConditions['network']>>,
      authProvider: fc.record({ provider: fc.constantFrom('SVC' as const, 'DIRECTORY_SERVICE' as const) }),
      clients: kinds.clients,
    },
    { requiredKeys: [] },
  ),
)

const policy = (index: number): fc.Arbitrary<PolicyRecord> =>
  fc
    .record({
      type: fc.constantFrom(
        ...POLICY_TYPE_NAMES,
        'SVC_SIGN_ON' as const,
        'SVC_SIGN_ON' as const,
        'ACCESS_POLICY' as const,
      ),
      status,
      system: fc.boolean(),
      authorizationServerId: fc.constantFrom('s1', 's2'),
      conditions: policyConditions,
      rules: rules(`p${index}`),
    })
    .map((fields) => ({ ...fields, id: `p${index}`, name: `policy ${index}`, priority: index + 1 }))

const zone = (id: string): fc.Arbitrary<ZoneRecord> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    type: fc.constantFrom('IP' as const, 'IP' as const, 'DYNAMIC' as const, 'DYNAMIC_V2' as const),
    status,
    usage: fc.constantFrom('POLICY' as const, 'POLICY' as const, 'BLOCKLIST' as const),
    gateways: fc.option(some(GATEWAYS)),
  })

const POLICY_COUNT = 6
const policyId = fc.option(
  fc.constantFrom(...Array.from({ length: POLICY_COUNT }, (_, index) => `p${index}`), 'p-gone'),
)

export const policySets: fc.Arbitrary<PolicySet> = fc.record({
  everyoneGroupId: fc.constant('everyone'),
  policies: fc.tuple(...Array.from({ length: POLICY_COUNT }, (_, index) => policy(index))),
  zones: fc.tuple(...ZONES.slice(0, 4).map(zone)),
  applications: fc.tuple(
    ...APPS.slice(0, 3).map((id) =>
      fc
        .record({ accessPolicyId: policyId, profileEnrollmentPolicyId: policyId })
        .map((ids) => ({ id, name: 'kind1', label: id, status: 'ACTIVE' as const, ...ids })),
    ),
  ),
})

const person = fc.record({
  id: fc.constantFrom('u1', 'u2'),
  groupIds: some(['g1', 'g2', 'g3']),
  userTypeId: optional(fc.constantFrom(...TYPES)),
  providerType: optional(fc.constantFrom('SVC', 'DIRECTORY_SERVICE', 'FEDERATION')),
  user: optional(
    fc
      .record({
        login: fc.constantFrom('ada@example.org', 'bob@example.com'),
        title: fc.constantFrom(null, 'Ada'),
        size: fc.constantFrom(7, null),
      })
      .map((profile) => ({ id: 'u', profile })),
  ),
})

const device = fc.record(
  {
    platform: fc.constantFrom(...OS_TYPES),
    registered: fc.option(fc.boolean()),
    managed: fc.boolean(),
    assuranceId: fc.constantFrom('d1', 'd3'),
  },
  { requiredKeys: [] },
)

export const contexts: fc.Arbitrary<EvaluationContext> = fc
  .record(
    {
      app: fc.oneof(
        fc.record({ id: fc.constantFrom(...APPS), name: fc.constantFrom('kind1', 'kind2') }),
        fc.record({ id: fc.constantFrom(...APPS) }),
      ),
      who: fc.oneof(
        person.map((p) => ({ person: p })),
        some(['g1', 'g2'], 1).map((groupIds) => ({ groupIds })),
      ),
      where: fc.oneof(
        fc.constantFrom(...ADDRESSES).map((ip) => ({ ip })),
        some(ZONES.slice(0, 4)).map((zoneIds) => ({ zoneIds })),
      ),
      risk: fc.constantFrom('LOW' as const, 'MEDIUM' as const, 'HIGH' as const),
      entityRisk: fc.constantFrom('LOW' as const, 'HIGH' as const),
      device,
      identifier: fc.constantFrom('ada@example.org', 'aaa'),
      authType: fc.constantFrom('ANY', 'LDAP_INTERFACE'),
      identityProvider: fc.constantFrom({ type: 'SVC' as const }, { type: 'IDP' as const, id: 'i1' }),
      behaviors: some(['b1', 'b3']),
      riskDetections: some(DETECTIONS),
      authorizationServerId: fc.constantFrom('s1', 's2', 's-gone'),
      clientId: fc.constantFrom('c1', 'c2'),
      grantType: fc.constantFrom('implicit', 'code', 'client_credentials'),
      scopes: some(['openid', 'mail']),
    },
    { requiredKeys: [] },
  )
  .map(({ who, where, ...rest }) => ({ now: 0, ...rest, ...who, ...where }))
