import type { RuleConditions } from '#contract/policy/conditions.ts'
import { compile, decide } from '#policy/index.ts'
import type { EvaluationContext, PolicyRecord, PolicySet, RuleRecord } from '#policy/types.ts'
import { randomFrom, zonesOf, type Pick } from './evaluation-organization.ts'

/** An invented organization that is as large as they come, and sign-ins to it, always the same. */

const POLICIES = 1_000
const RULES = 20
const GROUPS = 400
const ZONES = 40
const PEOPLE = 5_000
const LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const
const PLATFORMS = ['IOS', 'ANDROID', 'WINDOWS', 'MACOS'] as const
const DEPARTMENTS = ['Sales', 'Finance', 'Engineering', 'Legal'] as const
const TYPES = ['type-0', 'type-1', 'type-2'] as const

const one = <T>(pick: Pick, list: readonly T[]) => list[pick(list.length)] as T
const group = (pick: Pick) => `group-${pick(GROUPS)}`
const some = (pick: Pick, most: number, make: (pick: Pick) => string) =>
  Array.from({ length: 1 + pick(most) }, () => make(pick))

/** Each asks for little, so that it takes several to refuse a person and few rules are met. */
const CONDITIONS: readonly ((pick: Pick) => RuleConditions)[] = [
  (pick) => ({ people: { groups: { include: some(pick, 3, group) } } }),
  (pick) => ({ people: { users: { include: some(pick, 5, () => `person-${pick(PEOPLE)}`) } } }),
  (pick) => ({ people: { groups: { include: some(pick, 5, group), exclude: [group(pick)] } } }),
  (pick) => ({ userType: { include: [one(pick, TYPES)], exclude: [] } }),
  (pick) => ({ network: { connection: 'ZONE', include: some(pick, 3, () => `zone-${pick(ZONES)}`) } }),
  (pick) => ({ network: { connection: 'ZONE', exclude: some(pick, 3, () => `zone-${pick(ZONES)}`) } }),
  (pick) => ({ riskScore: { level: one(pick, LEVELS) } }),
  (pick) => ({ device: { registered: true, managed: pick(2) === 0 } }),
  (pick) => ({ platform: { include: [{ type: 'ANY', os: { type: one(pick, PLATFORMS) } }] } }),
  (pick) => ({
    elCondition: {
      condition: `user.profile.department == '${one(pick, DEPARTMENTS)}' && user.profile.level > ${pick(10)}`,
    },
  }),
]

function conditionsOf(pick: Pick): RuleConditions {
  const made = Array.from({ length: 5 }, () => one(pick, CONDITIONS)(pick))
  return Object.assign({}, ...made) as RuleConditions
}

function policyOf(index: number, pick: Pick): PolicyRecord {
  const id = `policy-${index}`
  const last = index === POLICIES - 1
  const rules = Array.from({ length: RULES }, (_, at): RuleRecord => {
    const closing = last && at === RULES - 1
    return {
      id: `${id}-rule-${at}`,
      name: `Rule ${at}`,
      status: 'ACTIVE',
      priority: at + 1,
      system: closing,
      conditions: closing ? null : conditionsOf(pick),
      actions: {},
    }
  })
  return {
    id,
    type: 'SVC_SIGN_ON',
    name: id,
    status: 'ACTIVE',
    priority: index + 1,
    system: last,
    conditions: { people: { groups: { include: last ? ['everyone'] : some(pick, 3, group) } } },
    rules,
  }
}

/** 1,000 policies of 20 rules, each policy for a few of 400 groups, the last for everyone. */
export function largeOrganization(): PolicySet {
  const pick = randomFrom(3)
  return {
    everyoneGroupId: 'everyone',
    policies: Array.from({ length: POLICIES }, (_, index) => policyOf(index, pick)),
    zones: zonesOf(ZONES),
    applications: [],
  }
}

function signIn(pick: Pick): EvaluationContext {
  const id = `person-${pick(PEOPLE)}`
  return {
    now: 0,
    person: {
      id,
      groupIds: [...new Set(Array.from({ length: 8 }, () => group(pick)))],
      userTypeId: one(pick, TYPES),
      user: { id, profile: { department: one(pick, DEPARTMENTS), level: pick(10) } },
    },
    ip: `10.${pick(ZONES + 10)}.${pick(50)}.${pick(256)}`,
    risk: one(pick, LEVELS),
    device: { platform: one(pick, PLATFORMS), registered: pick(4) > 0, managed: pick(2) === 0 },
  }
}

const BANDS = 8

/** Sign-ins that are met all along the list of policies: as many in each part of it, one part being the last policy. */
export function signInsToLarge(set: PolicySet): EvaluationContext[] {
  const pick = randomFrom(5)
  const compiled = compile(set)
  const places = new Map(set.policies.map((policy, index) => [policy.id, index]))
  const bands = Array.from({ length: BANDS + 1 }, (): EvaluationContext[] => [])
  const perBand = 32
  for (let tries = 0; tries < 20_000 && bands.some((band) => band.length < perBand); tries++) {
    const context = signIn(pick)
    const place = places.get(decide(compiled, 'SVC_SIGN_ON', context)?.policyId ?? '') ?? 0
    const band = bands[place === POLICIES - 1 ? BANDS : Math.floor((place * BANDS) / POLICIES)]
    if (band && band.length < perBand) band.push(context)
  }
  if (bands.some((band) => band.length < perBand)) throw new Error('some part of the list meets no one')
  return bands.flat().sort((a, b) => (a.ip ?? '').localeCompare(b.ip ?? ''))
}
