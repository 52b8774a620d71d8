import { policyType, type PolicyType, type Selection } from '#contract/policy/policy-types.ts'
import { behaviorsOf } from '../behaviors.ts'
import { compileConditions } from '../conditions/index.ts'
import { conjunction, type Environment } from '../conditions/condition.ts'
import { compileZones } from '../networks/zones.ts'
import type { ApplicationRecord, PolicyRecord, PolicySet } from '../types.ts'
import type { CompiledPolicy, CompiledSet, CompiledType, Scan, ScanIndex } from './compiled.ts'
import { indexScan } from './scan-index.ts'

/** Active items in scan order: by priority, the default or catch-all last whatever its number. */
function inOrder<T extends { status: string; system: boolean; priority: number }>(items: readonly T[]): T[] {
  return items
    .filter((item) => item.status === 'ACTIVE')
    .sort((a, b) => Number(a.system) - Number(b.system) || a.priority - b.priority)
}

function compilePolicy(record: PolicyRecord, environment: Environment): CompiledPolicy {
  const rules = inOrder(record.rules).map((rule) => {
    const conditions = compileConditions(rule.conditions, environment)
    return { record: rule, conditions, test: conjunction(conditions) }
  })
  const conditions = compileConditions(record.conditions, environment)
  return { record, conditions, test: conjunction(conditions), rules }
}

/** Makes a set ready to be asked; what of it equals the set before is taken from there. */
export type Compiler = (set: PolicySet) => CompiledSet

/** What one set leaves for the next. */
interface Cache {
  /** What `environment` was made of. */
  zones: PolicySet['zones']
  behaviors: PolicySet['behaviors']
  environment: Environment
  compiled: WeakMap<PolicyRecord, CompiledPolicy>
}

/** Conditions are compiled against the zones, the behaviours and the id of Everyone; a policy is reused only where they are the same. */
function hasSameEnvironment({ zones, behaviors, environment }: Cache, set: PolicySet): boolean {
  return (
    environment.everyoneGroupId === set.everyoneGroupId &&
    behaviors === set.behaviors &&
    zones.length === set.zones.length &&
    zones.every((zone, at) => zone === set.zones[at])
  )
}

function emptyCache({ zones, behaviors, everyoneGroupId }: PolicySet): Cache {
  const named = behaviorsOf(behaviors)
  const environment = { everyoneGroupId, zones: compileZones(zones), behaviors: named, shared: new Map() }
  return { zones, behaviors, environment, compiled: new WeakMap() }
}

function compileOnce(record: PolicyRecord, { environment, compiled }: Cache): CompiledPolicy {
  const known = compiled.get(record)
  if (known) return known
  const policy = compilePolicy(record, environment)
  compiled.set(record, policy)
  return policy
}

/**
 * A compiler for sets that follow one another, most of which differ from the one before in a single policy. It compares
 * records of policies and zones by identity, so a changed record must be a new object.
 */
export function createCompiler(): Compiler {
  let cache: Cache | null = null
  return (set) => {
    const current = cache && hasSameEnvironment(cache, set) ? cache : emptyCache(set)
    cache = current
    const types = new Map<PolicyType, CompiledType>()
    return {
      nameOf: set.nameOf ?? ((id) => id),
      typeOf(type) {
        const known = types.get(type)
        if (known) return known
        const compiled = arrange(set, type, (record) => compileOnce(record, current))
        types.set(type, compiled)
        return compiled
      },
    }
  }
}

/**
 * Makes a set ready to be asked once, so that one evaluation touches only sets, maps and numbers. Inactive policies and rules,
 * and policies without active rules, are left out: they are as if absent (spec/4 §1.9.6).
 */
export const compile: Compiler = (set) => createCompiler()(set)

function arrange(
  set: PolicySet,
  type: PolicyType,
  compileRecord: (record: PolicyRecord) => CompiledPolicy,
): CompiledType {
  const policies = inOrder(set.policies.filter((record) => record.type === type))
    .map(compileRecord)
    .filter(({ rules }) => rules.length > 0)
  const { key, byKey, rest } = ARRANGEMENTS[policyType(type).selection](policies, type, set)
  const scan = (list: readonly CompiledPolicy[]) => scanOf(list, set.everyoneGroupId)
  return { key, byKey: new Map([...byKey].map(([name, list]) => [name, scan(list)])), rest: scan(rest) }
}

function scanOf(policies: readonly CompiledPolicy[], everyoneGroupId: string): Scan {
  let index: ScanIndex | null | undefined
  return { policies, index: () => (index === undefined ? (index = indexScan(policies, everyoneGroupId)) : index) }
}

type Arrange = (
  policies: readonly CompiledPolicy[],
  type: PolicyType,
  set: PolicySet,
) => Pick<CompiledType, 'key'> & {
  byKey: ReadonlyMap<string, readonly CompiledPolicy[]>
  rest: readonly CompiledPolicy[]
}

const defaultOf = (policies: readonly CompiledPolicy[]) => policies.filter(({ record }) => record.system).slice(0, 1)

/** How the policies of a type are found, by the table's `selection`. */
const ARRANGEMENTS: Readonly<Record<Selection, Arrange>> = {
  priority: (policies) => ({ key: null, byKey: new Map(), rest: policies }),
  single: (policies) => ({ key: null, byKey: new Map(), rest: defaultOf(policies) }),
  app: (policies, type, { applications }) => ({
    key: { field: 'appInstance', read: ({ app }) => app?.id ?? null },
    byKey: policiesByApp(policies, type, applications),
    rest: defaultOf(policies),
  }),
  server: (policies, _type, { inactiveServerIds }) => ({
    key: { field: 'policyContext.authorizationServerId', read: (context) => context.authorizationServerId ?? null },
    byKey: Map.groupBy(
      policies.filter(({ record }) => !inactiveServerIds?.has(record.authorizationServerId ?? '')),
      ({ record }) => record.authorizationServerId ?? '',
    ),
    rest: [],
  }),
}

/** Leaves out applications whose policy is inactive, gone or empty: they fall back to the default (spec/4 §1.9.8). */
function policiesByApp(
  policies: readonly CompiledPolicy[],
  type: PolicyType,
  applications: readonly ApplicationRecord[],
): Map<string, readonly CompiledPolicy[]> {
  const { appField } = policyType(type)
  const byId = new Map(policies.map((policy) => [policy.record.id, [policy]]))
  return new Map(
    applications.flatMap((application) => {
      const policy = byId.get((appField && application[appField]) ?? '')
      return policy ? [[application.id, policy] as const] : []
    }),
  )
}
