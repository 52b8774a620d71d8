import type { PolicyConditions, RuleConditionKey, RuleConditions } from '#contract/policy/conditions.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import { catchAllRule, completeActions, completeSettings, withAddedConditions } from '#policy/index.ts'
import { createRandom, type Random } from '#sample/random.ts'
import { ORGANIZATION } from '#sample/resources.ts'
import { daysBeforeEnd, idsOf, iso, some, type Plan, type Row, type TableRows } from './plan.ts'
import { countsByType, ruleCapacity, takesRules, type PolicyCounts } from './policy-mix.ts'
import { shareOf } from './sizes.ts'

const DEPARTMENTS = [...new Set(ORGANIZATION.departments.map(({ name }) => name))]

/** What policies of a type are called, and what their rules do. */
const KINDS: Partial<Record<PolicyType, { noun: string; actions: readonly Record<string, unknown>[] }>> = {
  SVC_SIGN_ON: {
    noun: 'session',
    actions: [
      { signon: { access: 'ALLOW' } },
      { signon: { access: 'ALLOW', requireFactor: true, factorPromptMode: 'SESSION', factorLifetime: 60 } },
      { signon: { access: 'DENY' } },
    ],
  },
  ACCESS_POLICY: {
    noun: 'access',
    actions: [
      { appSignOn: { access: 'ALLOW', verificationMethod: { factorMode: '1FA' } } },
      { appSignOn: { access: 'ALLOW', verificationMethod: { factorMode: '2FA' } } },
      { appSignOn: { access: 'DENY' } },
    ],
  },
  MFA_ENROLL: {
    noun: 'enrollment',
    actions: [{ enroll: { self: 'CHALLENGE' } }, { enroll: { self: 'LOGIN' } }, { enroll: { self: 'NEVER' } }],
  },
  PASSWORD: {
    noun: 'passwords',
    actions: [{ passwordChange: { access: 'ALLOW' }, selfServiceUnlock: { access: 'ALLOW' } }, {}],
  },
  PROFILE_ENROLLMENT: { noun: 'registration', actions: [] },
}

/** A condition that names things of the workspace; null where there is nothing to name. */
type ConditionMaker = (plan: Plan, random: Random) => RuleConditions | null

const CONDITIONS: Partial<Record<RuleConditionKey, ConditionMaker>> = {
  people: ({ groupIds, userIds }, random) => {
    const include = some(random, groupIds, 1, 4)
    const exclude = random.chance(0.2) ? some(random, userIds, 1, 1) : []
    return include.length === 0 ? null : { people: { groups: { include }, users: { exclude } } }
  },
  network: ({ zoneIds }, random) => {
    const named = some(random, zoneIds, 1, 3)
    if (named.length === 0) return null
    return { network: { connection: 'ZONE', [random.chance(0.7) ? 'include' : 'exclude']: named } }
  },
  userType: ({ userTypeIds }, random) => ({ userType: { include: some(random, userTypeIds, 1, 2), exclude: [] } }),
  app: ({ appIds }, random) => {
    const include = some(random, appIds, 1, 3).map((id) => ({ type: 'APP' as const, id }))
    return include.length === 0 ? null : { app: { include, exclude: [] } }
  },
  riskScore: (_, random) => ({ riskScore: { level: random.pick(['LOW', 'MEDIUM', 'HIGH']) } }),
  device: (_, random) => ({ device: { registered: true, managed: random.chance(0.5) } }),
  platform: (_, random) => ({
    platform: { include: [{ type: 'ANY', os: { type: random.pick(['IOS', 'ANDROID', 'WINDOWS', 'MACOS']) } }] },
  }),
  elCondition: (_, random) => ({
    elCondition: { condition: `user.profile.department == "${random.pick(DEPARTMENTS)}"` },
  }),
}

/** A policy of the plan, before its rows. */
interface Planned {
  id: string
  type: PolicyType
  /** From 0, among those of its type. */
  index: number
  rules: number
}

/** All policies, type by type; which has how many rules follows from the numbers alone. */
export function planPolicies({ seed, sizes, defaults }: Plan): Planned[] {
  const counts = countsByType(sizes.policies, defaults.engine)
  const withRules = ruleCapacity(counts) === 0 ? 0 : rulePolicies(counts)
  let taken = 0
  return counts.flatMap(([type, count]) =>
    idsOf(`${seed}/${type}`, policyType(type).idKind, count).map((id, index) => {
      const rules = takesRules(type) ? shareOf(sizes.rules, withRules, taken++) : 0
      return { id, type, index, rules }
    }),
  )
}

const rulePolicies = (counts: PolicyCounts) =>
  counts.reduce((sum, [type, count]) => sum + (takesRules(type) ? count : 0), 0)

function policyConditions({ type }: Planned, plan: Plan, random: Random): PolicyConditions | null {
  if (!policyType(type).policyConditions.includes('people')) return null
  const include = some(random, plan.groupIds, 1, 3)
  const people = { groups: { include: include.length > 0 ? include : [plan.defaults.everyoneGroupId] } }
  return type === 'PASSWORD' ? { people, authProvider: { provider: 'SVC' } } : { people }
}

/** In the types that go by priority the default policy, which exists already, must come after these. */
export function policies(plan: Plan, planned: readonly Planned[]): TableRows {
  const { engine } = plan.defaults
  const settings = new Map(
    [...new Set(planned.map(({ type }) => type))].map((type) => [type, completeSettings(type, undefined, engine)]),
  )
  function* rows(): Generator<Row> {
    for (const policy of planned) {
      const { id, type, index } = policy
      const random = createRandom(`${plan.seed}/policy/${id}`)
      const department = random.pick(DEPARTMENTS)
      const name = `${department} ${KINDS[type]?.noun} ${index + 1}`
      const status = random.chance(0.05) ? 'INACTIVE' : 'ACTIVE'
      const priority = policyType(type).priorityScheme === 'v1' ? index + 1 : 1
      const conditions = policyConditions(policy, plan, random)
      const created = iso(daysBeforeEnd(100 + random.int(1_000)))
      yield [
        ...[id, type, name, status, priority, `For ${department.toLowerCase()}`, jsonOf(conditions)],
        ...[jsonOf(settings.get(type) ?? null), type === 'ACCESS_POLICY' ? 'APP' : null, created, created],
      ]
    }
  }
  const columns = 'id type name status priority description conditions settings resource_type created last_updated'
  return { table: 'policies', columns: columns.split(' '), rows: rows() }
}

const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** Conditions of one to three of the keys that rules of the type can have. */
function ruleConditions(type: PolicyType, plan: Plan, random: Random): string | null {
  const makers = policyType(type).ruleConditions.flatMap((key) => CONDITIONS[key] ?? [])
  const made = some(random, makers, 1, 3).map((make) => make(plan, random))
  return jsonOf(withAddedConditions(type, Object.assign({}, ...made) as RuleConditions))
}

/** The rules of all policies, in the order of evaluation; types that have one get their catch-all rule. */
export function rules(plan: Plan, planned: readonly Planned[]): TableRows {
  const { engine } = plan.defaults
  const actions = new Map(
    Object.entries(KINDS).map(([type, kind]) => [
      type,
      kind.actions.map((given) => JSON.stringify(completeActions(type as PolicyType, given, engine))),
    ]),
  )
  function* rows(): Generator<Row> {
    for (const policy of planned) yield* rulesOf(policy, plan, actions.get(policy.type) ?? [])
  }
  const columns = 'id policy_id name status priority system conditions actions created last_updated'
  return { table: 'policy_rules', columns: columns.split(' '), rows: rows() }
}

function* rulesOf({ id, type, rules: count }: Planned, plan: Plan, actions: readonly string[]): Generator<Row> {
  const { priorityScheme, ruleIdKind, catchAllPerPolicy } = policyType(type)
  const random = createRandom(`${plan.seed}/rules/${id}`)
  const ids = idsOf(`${plan.seed}/${id}`, ruleIdKind, count + 1)
  const stamp = iso(daysBeforeEnd(random.int(100)))
  const first = priorityScheme === 'v1' ? 1 : 0
  for (let index = 0; index < count; index++) {
    const name = `${random.pick(DEPARTMENTS)} rule ${index + 1}`
    const status = random.chance(0.05) ? 'INACTIVE' : 'ACTIVE'
    const conditions = ruleConditions(type, plan, random)
    yield [ids[index] as string, id, name, status, first + index, 0, conditions, random.pick(actions), stamp, stamp]
  }
  if (!catchAllPerPolicy) return
  const { name, status, priority, actions: last } = catchAllRule(type)
  const completed = JSON.stringify(completeActions(type, last, plan.defaults.engine))
  yield [ids[count] as string, id, name, status, priority, 1, null, completed, stamp, stamp]
}
