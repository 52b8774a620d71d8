import { POLICY_TYPE_NAMES, policyType, type PolicyType, type Selection } from '../contract/policy-types.ts'
import { compileConditions } from './conditions/index.ts'
import { conjunction, type CompiledCondition, type Environment } from './conditions/condition.ts'
import type { Facts } from './facts.ts'
import { indexScan, type ScanIndex } from './scan-index.ts'
import type {
  ApplicationRecord,
  EvaluationContext,
  NameOf,
  PolicyRecord,
  PolicySet,
  RuleRecord,
  TypeEvaluation,
} from './types.ts'
import type { Truth } from './verdict.ts'
import { compileZones } from './zones.ts'

export interface CompiledRule {
  record: RuleRecord
  conditions: readonly CompiledCondition[]
  test: (facts: Facts) => Truth
}

export interface CompiledPolicy {
  record: PolicyRecord
  conditions: readonly CompiledCondition[]
  test: (facts: Facts) => Truth
  rules: readonly CompiledRule[]
}

/** What the policies of a type are found through. */
interface Key {
  /** The field of the request that names it. */
  field: NonNullable<TypeEvaluation['missing']>
  read: (context: EvaluationContext) => string | null
}

/** Policies in the order in which they are asked. */
export interface Scan {
  policies: readonly CompiledPolicy[]
  /** Made when first asked for; null where the list is short. */
  index: () => ScanIndex | null
}

/** The policies of one type, ready to be found. */
export interface CompiledType {
  /** Null where every sign-in meets the same policies. */
  key: Key | null
  /** By application or authorization server; empty where there is no key. */
  byKey: ReadonlyMap<string, Scan>
  /** Those for what has none of its own. */
  rest: Scan
}

/** A set made ready to be asked; make a new one after each change. */
export interface CompiledSet {
  nameOf: NameOf
  types: Readonly<Record<PolicyType, CompiledType>>
}

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

interface Kept {
  environment: Environment
  policies: WeakMap<PolicyRecord, CompiledPolicy>
}

/** By the list of zones, which is the same object in every set that has the same zones. */
const keptByZones = new WeakMap<PolicySet['zones'], Kept>()

/**
 * What the last set with these zones has compiled. Most sets differ from the one before in a single policy, and records
 * are never changed in place, so the rest need not be compiled again.
 */
function keptFor({ zones, everyoneGroupId }: PolicySet): Kept {
  const known = keptByZones.get(zones)
  if (known?.environment.everyoneGroupId === everyoneGroupId) return known
  const environment = { everyoneGroupId, zones: compileZones(zones), shared: new Map() }
  const kept = { environment, policies: new WeakMap() }
  keptByZones.set(zones, kept)
  return kept
}

/**
 * Compiles a set once, so that one evaluation touches only sets, maps and numbers. Inactive policies and rules, and
 * policies without active rules, are left out: they are as if absent (spec/4 §1.9.6).
 */
export function compile(set: PolicySet): CompiledSet {
  const kept = keptFor(set)
  const compiledOnce = (record: PolicyRecord) => {
    const known = kept.policies.get(record)
    if (known) return known
    const made = compilePolicy(record, kept.environment)
    kept.policies.set(record, made)
    return made
  }
  const policies = inOrder(set.policies)
    .map(compiledOnce)
    .filter((policy) => policy.rules.length > 0)
  const byType = Map.groupBy(policies, (policy) => policy.record.type)
  const types = POLICY_TYPE_NAMES.map((type) => {
    const { key, byKey, rest } = ARRANGEMENTS[policyType(type).selection](byType.get(type) ?? [], type, set)
    const scan = (list: readonly CompiledPolicy[]) => scanOf(list, set.everyoneGroupId)
    return [
      type,
      { key, byKey: new Map([...byKey].map(([name, list]) => [name, scan(list)])), rest: scan(rest) },
    ] as const
  })
  return { nameOf: set.nameOf ?? ((id) => id), types: Object.fromEntries(types) as unknown as CompiledSet['types'] }
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

const APP_FIELDS: Partial<Record<PolicyType, 'accessPolicyId' | 'profileEnrollmentPolicyId'>> = {
  ACCESS_POLICY: 'accessPolicyId',
  PROFILE_ENROLLMENT: 'profileEnrollmentPolicyId',
}

/** Leaves out applications whose policy is inactive, gone or empty: they fall back to the default (spec/4 §1.9.8). */
function policiesByApp(
  policies: readonly CompiledPolicy[],
  type: PolicyType,
  applications: readonly ApplicationRecord[],
): Map<string, readonly CompiledPolicy[]> {
  const field = APP_FIELDS[type]
  const byId = new Map(policies.map((policy) => [policy.record.id, [policy]]))
  return new Map(
    applications.flatMap((application) => {
      const policy = byId.get((field && application[field]) ?? '')
      return policy ? [[application.id, policy] as const] : []
    }),
  )
}
