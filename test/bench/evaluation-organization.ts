import type { RuleConditions } from '../../src-server/contract/conditions.ts'
import { SIMULATED_TYPES } from '../../src-server/contract/simulation.ts'
import type {
  EvaluationContext,
  PolicyRecord,
  PolicySet,
  RuleRecord,
  ZoneRecord,
} from '../../src-server/policy/types.ts'

/** An invented organization of about ten policies and forty rules, and sign-ins to it, always the same. */

const GROUPS = Array.from({ length: 20 }, (_, index) => `group-${index}`)
const PEOPLE = Array.from({ length: 50 }, (_, index) => `person-${index}`)
const LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const
const PLATFORMS = ['IOS', 'ANDROID', 'WINDOWS', 'MACOS'] as const

/** A small generator of numbers, so that every run asks the same. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

/** Zones of twenty networks each. */
export function zonesOf(count: number): ZoneRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `zone-${index}`,
    name: `Zone ${index}`,
    type: 'IP',
    status: 'ACTIVE',
    usage: 'POLICY',
    gateways: Array.from({ length: 20 }, (_unused, part) => ({
      type: 'CIDR' as const,
      value: `10.${index}.${part * 2}.0/24`,
    })),
  }))
}

export type Pick = (below: number) => number

const CONDITIONS: readonly ((pick: Pick) => RuleConditions)[] = [
  (pick) => ({ people: { groups: { include: [0, 1, 2].map((n) => GROUPS[(pick(6) * 3 + n) % 20] as string) } } }),
  (pick) => ({ network: { connection: 'ZONE', include: [`zone-${pick(8)}`] } }),
  (pick) => ({ riskScore: { level: LEVELS[pick(3)] ?? 'LOW' } }),
  (pick) => ({
    people: { users: { exclude: [`person-${pick(50)}`] }, groups: { include: [GROUPS[pick(20)] as string] } },
  }),
  (pick) => ({ network: { connection: 'ZONE', exclude: [`zone-${pick(8)}`, `zone-${pick(8)}`] } }),
]
const DEVICE_CONDITIONS: readonly ((pick: Pick) => RuleConditions)[] = [
  () => ({ device: { registered: true, managed: true } }),
  (pick) => ({ platform: { include: [{ type: 'ANY', os: { type: PLATFORMS[pick(4)] ?? 'IOS' } }] } }),
]

function rulesOf(policyId: string, device: boolean, pick: Pick): RuleRecord[] {
  const kinds = device ? [...CONDITIONS, ...DEVICE_CONDITIONS] : CONDITIONS
  const condition = () => kinds[pick(kinds.length)]?.(pick) ?? {}
  const rules = Array.from({ length: 4 }, (_, index) => ({
    id: `${policyId}-rule-${index}`,
    name: `Rule ${index}`,
    status: 'ACTIVE' as const,
    priority: index,
    system: false,
    conditions: { ...condition(), ...condition() },
    actions: {},
  }))
  return [
    ...rules,
    {
      id: `${policyId}-last`,
      name: 'Last',
      status: 'ACTIVE',
      priority: 99,
      system: true,
      conditions: null,
      actions: {},
    },
  ]
}

const PLAN: readonly [PolicyRecord['type'], number][] = [
  ['SVC_SIGN_ON', 4],
  ['MFA_ENROLL', 2],
  ['PROFILE_ENROLLMENT', 1],
  ['ACCESS_POLICY', 3],
]

/** Ten policies, every one with five rules except that of profile enrollment. */
export function benchOrganization(): PolicySet {
  const pick = randomFrom(7)
  const policies = PLAN.flatMap(([type, count]) =>
    Array.from({ length: count }, (_, index): PolicyRecord => {
      const id = `${type}-${index}`
      const last = index === count - 1
      const ordered = type === 'SVC_SIGN_ON' || type === 'MFA_ENROLL'
      const rules =
        type === 'PROFILE_ENROLLMENT' ? rulesOf(id, false, pick).slice(-1) : rulesOf(id, type === 'ACCESS_POLICY', pick)
      return {
        id,
        type,
        name: id,
        status: 'ACTIVE',
        priority: index + 1,
        system: last,
        conditions: ordered
          ? { people: { groups: { include: [last ? 'everyone' : (GROUPS[pick(20)] as string)] } } }
          : null,
        // Only the default policy of an ordered type has a rule without conditions.
        rules: ordered && !last ? rules.slice(0, -1) : rules,
      }
    }),
  )
  const applications = Array.from({ length: 6 }, (_, index) => ({
    id: `app-${index}`,
    name: 'bookmark',
    label: `App ${index}`,
    status: 'ACTIVE' as const,
    accessPolicyId: `ACCESS_POLICY-${index % 3}`,
    profileEnrollmentPolicyId: null,
  }))
  return { everyoneGroupId: 'everyone', policies, zones: zonesOf(8), applications }
}

/** Sign-ins in which everything is known, to the applications and from the groups and zones of a set. */
export function signInsTo(set: PolicySet, count = 64): EvaluationContext[] {
  const pick = randomFrom(11)
  const named = set.policies.flatMap((policy) => [
    ...(policy.conditions?.people?.groups.include ?? []),
    ...policy.rules.flatMap((rule) => rule.conditions?.people?.groups?.include ?? []),
  ])
  const groups = [...new Set([...named, ...GROUPS])].filter((id) => id !== set.everyoneGroupId)
  const one = <T>(list: readonly T[]) => list[pick(list.length)] as T
  return Array.from({ length: count }, () => ({
    now: 0,
    app: one(set.applications),
    person: { id: one(PEOPLE), groupIds: [one(groups), one(groups), one(groups)], userTypeId: 'type' },
    ip: `10.${pick(10)}.${pick(50)}.${pick(256)}`,
    risk: one(LEVELS),
    device: { platform: one(PLATFORMS), registered: pick(2) === 0, managed: pick(2) === 0 },
  }))
}

/** One request asks for all types that the interface simulates. */
export const TYPES_OF_A_REQUEST = SIMULATED_TYPES
