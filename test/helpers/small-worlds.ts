import fc from 'fast-check'
import type { EvaluationContext, PolicyRecord, PolicySet, RuleRecord, ZoneRecord } from '#policy/types.ts'

/**
 * Policies over so few facts that every sign-in can be tried: what is said of all sign-ins at once is held against trying them. All facts are
 * known, as they are of a real sign-in.
 */

const some = <T>(items: readonly T[], minLength = 0) =>
  fc.uniqueArray(fc.constantFrom(...items), { minLength, maxLength: 2 })

const ZONES: readonly ZoneRecord[] = [
  {
    id: 'z1',
    name: 'z1',
    type: 'IP',
    status: 'ACTIVE',
    usage: 'POLICY',
    gateways: [{ type: 'CIDR', value: '10.0.0.0/8' }],
  },
  {
    id: 'z2',
    name: 'z2',
    type: 'IP',
    status: 'ACTIVE',
    usage: 'POLICY',
    gateways: [{ type: 'RANGE', value: '10.9.0.0-11.0.0.9' }],
  },
  { id: 'z3', name: 'z3', type: 'DYNAMIC', status: 'ACTIVE', usage: 'POLICY', gateways: null },
  {
    id: 'z4',
    name: 'z4',
    type: 'IP',
    status: 'INACTIVE',
    usage: 'POLICY',
    gateways: [{ type: 'CIDR', value: '10.0.0.0/8' }],
  },
]
const zoneIds = (minLength = 0) =>
  fc.oneof(
    { weight: 5, arbitrary: some(['z1', 'z2', 'z3', 'z4', 'z-gone'], minLength) },
    { weight: 1, arbitrary: fc.constant(['ALL_ZONES']) },
  )

const GROUPS = ['g1', 'g2', 'everyone'] as const
const groupLists = fc.record({ include: some(GROUPS), exclude: some(GROUPS.slice(0, 2)) }, { requiredKeys: [] })

const EXPRESSIONS = [
  "user.profile.title == 'Ada'",
  "user.profile.title != 'Ada' && security.risk.level == 'HIGH'",
  "user.isMemberOf({'group.id': 'g1'}) || device.profile.managed",
  "device.profile.managed ? security.risk.level == 'LOW' : user.profile.title == null",
  'not an expression',
] as const

const kinds = {
  people: fc.record(
    {
      groups: groupLists,
      users: fc.record({ include: some(['u1']), exclude: some(['u1']) }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  ),
  network: fc.oneof(
    fc.record({
      connection: fc.constant('ZONE' as const),
      include: zoneIds(1),
      exclude: fc.option(zoneIds(), { nil: undefined }),
    }),
    fc.record({ connection: fc.constant('ZONE' as const), exclude: zoneIds(1) }),
  ),
  riskScore: fc.record({ level: fc.constantFrom('ANY' as const, 'LOW' as const, 'MEDIUM' as const, 'HIGH' as const) }),
  device: fc.record({ registered: fc.boolean(), managed: fc.boolean() }, { requiredKeys: [] }),
  platform: fc.record(
    {
      include: fc.array(fc.record({ type: fc.constantFrom('ANY' as const, 'MOBILE' as const, 'DESKTOP' as const) }), {
        maxLength: 2,
      }),
      exclude: fc.array(
        fc.record({
          type: fc.constantFrom('MOBILE' as const, 'OTHER' as const),
          os: fc.record({ type: fc.constantFrom('ANY' as const, 'IOS' as const) }),
        }),
        { maxLength: 1 },
      ),
    },
    { requiredKeys: [] },
  ),
  elCondition: fc.constantFrom(...EXPRESSIONS).map((condition) => ({ condition })),
  userIdentifier: fc.record({
    type: fc.constant('ATTRIBUTE' as const),
    attribute: fc.constant('title'),
    patterns: fc.tuple(
      fc.constantFrom(
        { matchType: 'EQUALS' as const, value: 'ada' },
        { matchType: 'STARTS_WITH' as const, value: 'A' },
        { matchType: 'CONTAINS' as const, value: 'bo' },
      ),
    ),
  }),
} satisfies { [Key in keyof NonNullable<RuleRecord['conditions']>]?: fc.Arbitrary<unknown> }

/** Conditions of any of these kinds, one or two of them. */
export const smallConditions = fc.option(
  fc
    .uniqueArray(fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])), { minLength: 1, maxLength: 2 })
    .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, kinds[key]])))),
  { freq: 8 },
) as fc.Arbitrary<RuleRecord['conditions']>

const policy = (index: number): fc.Arbitrary<PolicyRecord> =>
  fc
    .record({
      conditions: fc.option(groupLists.map(({ include }) => ({ people: { groups: { include: include ?? [] } } }))),
      rules: fc.array(smallConditions, { minLength: 1, maxLength: 4 }),
    })
    .map(({ conditions: own, rules }) => ({
      id: `p${index}`,
      type: 'SVC_SIGN_ON' as const,
      name: `p${index}`,
      status: 'ACTIVE' as const,
      priority: index,
      system: false,
      conditions: own,
      rules: rules.map((each, at) => ({
        id: `p${index}r${at}`,
        name: `p${index}r${at}`,
        status: 'ACTIVE' as const,
        priority: at,
        system: false,
        conditions: each,
        actions: {},
      })),
    }))

/** Two session policies of up to four rules each. */
export const smallWorlds: fc.Arbitrary<PolicySet> = fc.tuple(policy(1), policy(2)).map((policies) => ({
  everyoneGroupId: 'everyone',
  policies,
  zones: ZONES,
  applications: [],
}))

/**
 * The same with zones by place as zones without addresses, which an address that is in none of them decides: the only way to tell the core that a
 * request comes from outside of them.
 */
export const decidedOutside = (set: PolicySet): PolicySet => ({
  ...set,
  zones: set.zones.map((zone) => (zone.type === 'IP' ? zone : { ...zone, type: 'IP' as const, gateways: [] })),
})

const products = <T>(lists: readonly (readonly T[])[]): T[][] =>
  lists.reduce<T[][]>((found, list) => found.flatMap((before) => list.map((item) => [...before, item])), [[]])

/** Every sign-in of a small world, as far as its conditions can tell them apart. */
export const everySignIn: readonly EvaluationContext[] = products<Partial<EvaluationContext>>([
  ['u1', 'u2'].flatMap((id) =>
    [[], ['g1'], ['g2'], ['g1', 'g2']].flatMap((groupIds) =>
      [null, 'Ada', 'ada', 'a', 'abo', 'bo', 'x'].map((title) => ({
        person: { id, groupIds, user: { id, profile: { title } } },
      })),
    ),
  ),
  [
    { ip: '192.0.2.1' },
    ...[['z1'], ['z2'], ['z1', 'z2'], ['z3'], ['z1', 'z3'], ['z2', 'z3'], ['z1', 'z2', 'z3']].map((ids) => ({
      zoneIds: ids,
    })),
  ],
  (['LOW', 'MEDIUM', 'HIGH'] as const).map((risk) => ({ risk })),
  ['IOS', 'ANDROID', 'WINDOWS', 'OTHER'].flatMap((platform) =>
    [true, false].flatMap((registered) =>
      [true, false].map((managed) => ({ device: { platform, registered, managed } })),
    ),
  ),
]).map((parts) => Object.assign({ now: 0 }, ...parts) as EvaluationContext)
