import { Engine, Rule } from 'json-rules-engine'
import { ALL_ZONES, type PolicyConditions, type RuleConditions } from '#contract/policy/conditions.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { Decision, EvaluationContext, PolicyRecord, PolicySet } from '#policy/types.ts'
import { parseAddress, parseZoneAddress } from '#policy/networks/address.ts'

/**
 * The same rules in json-rules-engine, written as its documentation advises: one engine per list of rules, facts given
 * at the run, the highest priority first, stopped at the first success. Only what a known sign-in decides is
 * translated; `translatable` tells.
 */

type Leaf = { fact: string; operator: string; value: unknown; path?: string }
type Conditions = PolicyConditions | RuleConditions | null | undefined

const TRANSLATED = new Set(['people', 'network', 'riskScore', 'device', 'platform', 'authContext', 'userType'])

/**
 * Whether every condition is one that both sides are measured on.
 * @param dynamic ids of zones that no address decides
 */
export function translatable(conditions: Conditions, dynamic: ReadonlySet<string>): boolean {
  const { authContext, platform, network } = (conditions ?? {}) as RuleConditions
  const entries = [...(platform?.include ?? []), ...(platform?.exclude ?? [])]
  const zones = [...(network?.include ?? []), ...(network?.exclude ?? [])]
  return (
    Object.keys(conditions ?? {}).every((key) => TRANSLATED.has(key)) &&
    authContext?.authType !== 'LDAP_INTERFACE' &&
    !zones.some((id) => dynamic.has(id) || (id === ALL_ZONES && dynamic.size > 0)) &&
    entries.every((entry) => entry.type === 'ANY' && entry.os && !entry.os.version)
  )
}

function peopleLeaves(people: NonNullable<RuleConditions['people']>) {
  const { include = [], exclude = [] } = people.groups ?? {}
  const { include: named = [], exclude: spared = [] } = people.users ?? {}
  const any: Leaf[] = [
    ...(include.length ? [{ fact: 'groups', operator: 'overlaps', value: include }] : []),
    ...(named.length ? [{ fact: 'person', operator: 'in', value: named }] : []),
  ]
  return [
    ...(any.length ? [{ any }] : []),
    ...(exclude.length ? [{ fact: 'groups', operator: 'disjoint', value: exclude }] : []),
    ...(spared.length ? [{ fact: 'person', operator: 'notIn', value: spared }] : []),
  ]
}

function leaves(conditions: Conditions, set: PolicySet): unknown[] {
  const { people, network, riskScore, device, platform, userType } = (conditions ?? {}) as RuleConditions
  const ranges = (ids: readonly string[]) =>
    set.zones
      .filter((zone) => zone.status === 'ACTIVE')
      .filter((zone) => ids.includes(zone.id) || (ids.includes(ALL_ZONES) && zone.usage === 'POLICY'))
      .flatMap((zone) => (zone.gateways ?? []).map(parseZoneAddress))
  const systems = (entries: readonly { os?: { type: string } }[]) => entries.map((entry) => entry.os?.type)
  return [
    ...(people ? peopleLeaves(people) : []),
    ...(network?.include?.length ? [{ fact: 'address', operator: 'withinAny', value: ranges(network.include) }] : []),
    ...(network?.exclude?.length ? [{ fact: 'address', operator: 'outsideAll', value: ranges(network.exclude) }] : []),
    ...(riskScore && riskScore.level !== 'ANY' ? [{ fact: 'risk', operator: 'equal', value: riskScore.level }] : []),
    ...(device?.registered !== undefined
      ? [{ fact: 'device', path: '$.registered', operator: 'equal', value: device.registered }]
      : []),
    ...(device?.managed !== undefined
      ? [{ fact: 'device', path: '$.managed', operator: 'equal', value: device.managed }]
      : []),
    ...(platform?.include?.length
      ? [{ fact: 'device', path: '$.platform', operator: 'in', value: systems(platform.include) }]
      : []),
    ...(platform?.exclude?.length
      ? [{ fact: 'device', path: '$.platform', operator: 'notIn', value: systems(platform.exclude) }]
      : []),
    ...(userType?.include.length ? [{ fact: 'userType', operator: 'in', value: userType.include }] : []),
    ...(userType?.exclude.length ? [{ fact: 'userType', operator: 'notIn', value: userType.exclude }] : []),
  ]
}

type Range = { from: number; to: number } | null

function addOperators(engine: Engine): void {
  const within = (address: number, ranges: Range[]) =>
    ranges.some((r) => r !== null && address >= r.from && address <= r.to)
  engine.addOperator<string[], string[]>('overlaps', (seen, expected) => seen.some((id) => expected.includes(id)))
  engine.addOperator<string[], string[]>('disjoint', (seen, expected) => !seen.some((id) => expected.includes(id)))
  engine.addOperator<number, Range[]>('withinAny', within)
  engine.addOperator<number, Range[]>('outsideAll', (address, ranges) => !within(address, ranges))
}

function engineFor(policies: readonly PolicyRecord[], set: PolicySet): Engine {
  const engine = new Engine([], { allowUndefinedFacts: true })
  addOperators(engine)
  const order = policies.flatMap((policy) =>
    [...policy.rules]
      .filter((rule) => rule.status === 'ACTIVE')
      .sort((a, b) => Number(a.system) - Number(b.system) || a.priority - b.priority)
      .map((rule) => ({ policy, rule })),
  )
  order.forEach(({ policy, rule }, index) => {
    const all = [...leaves(policy.conditions, set), ...leaves(rule.conditions, set)]
    engine.addRule(
      new Rule({
        // A rule without conditions needs one that always holds.
        conditions: { all: all.length ? all : [{ fact: 'always', operator: 'equal', value: true }] } as never,
        event: { type: 'decided', params: { policyId: policy.id, ruleId: rule.id } },
        priority: order.length - index,
      }),
    )
  })
  engine.on('success', () => engine.stop())
  return engine
}

const factsOf = (context: EvaluationContext, everyone: string) => ({
  always: true,
  groups: [...(context.person?.groupIds ?? []), everyone],
  person: context.person?.id,
  userType: context.person?.userTypeId,
  address: context.ip ? parseAddress(context.ip) : undefined,
  risk: context.risk,
  device: context.device,
})

/** Engines for the types of a request; found by application where the type is. */
export function referenceFor(set: PolicySet, types: readonly PolicyType[]) {
  const active = set.policies
    .filter((policy) => policy.status === 'ACTIVE')
    .sort((a, b) => Number(a.system) - Number(b.system) || a.priority - b.priority)
  const engines = new Map<string, Engine>()
  const engineOf = (key: string, policies: () => readonly PolicyRecord[]) => {
    const known = engines.get(key) ?? engineFor(policies(), set)
    engines.set(key, known)
    return known
  }
  const choose = (type: PolicyType, context: EvaluationContext): Engine => {
    const ofType = () => active.filter((policy) => policy.type === type)
    if (type !== 'ACCESS_POLICY' && type !== 'PROFILE_ENROLLMENT') return engineOf(type, ofType)
    const app = set.applications.find((candidate) => candidate.id === context.app?.id)
    const id = type === 'ACCESS_POLICY' ? app?.accessPolicyId : app?.profileEnrollmentPolicyId
    const mapped = active.find((policy) => policy.id === id)
    return mapped
      ? engineOf(mapped.id, () => [mapped])
      : engineOf(`${type} default`, () => ofType().filter((policy) => policy.system))
  }
  return async (context: EvaluationContext): Promise<(Decision | null)[]> => {
    const decisions: (Decision | null)[] = []
    for (const type of types) {
      const { events } = await choose(type, context).run(factsOf(context, set.everyoneGroupId))
      decisions.push((events[0]?.params as Decision | undefined) ?? null)
    }
    return decisions
  }
}
