import type { PolicyType } from '../contract/policy-types.ts'
import { POLICY_TYPE_NAMES, policyType } from '../contract/policy-types.ts'
import { compileConditions } from './conditions/index.ts'
import type { CompiledCondition, Environment } from './conditions/condition.ts'
import type { Facts } from './facts.ts'
import type { ApplicationRecord, NameOf, PolicyRecord, PolicySet, RuleRecord } from './types.ts'
import { NO, YES, type Truth } from './verdict.ts'
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

/** A set made ready to be asked; make a new one after each change. */
export interface CompiledSet {
  nameOf: NameOf
  /** The policies to scan for a type, in order; for types found through an application, those of a set without it. */
  byType: ReadonlyMap<PolicyType, readonly CompiledPolicy[]>
  /** For types found through an application: its policy, alone in a list, by application id. */
  byApp: ReadonlyMap<PolicyType, ReadonlyMap<string, readonly CompiledPolicy[]>>
}

/** Joins verdicts; stops at the first that is not met. */
function conjunction(conditions: readonly CompiledCondition[]): (facts: Facts) => Truth {
  const tests = conditions.map((condition) => condition.test)
  const [first, second, third] = tests
  if (!first) return () => YES
  if (!second) return first
  if (!third)
    return (facts) => {
      const one = first(facts)
      if (one === NO) return NO
      const two = second(facts)
      return two < one ? two : one
    }
  return (facts) => {
    let joint: Truth = YES
    for (const test of tests) {
      const verdict = test(facts)
      if (verdict === NO) return NO
      if (verdict < joint) joint = verdict
    }
    return joint
  }
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

const APP_FIELDS = {
  ACCESS_POLICY: 'accessPolicyId',
  PROFILE_ENROLLMENT: 'profileEnrollmentPolicyId',
} as const satisfies Partial<Record<PolicyType, keyof ApplicationRecord>>

function mappedPolicyId(application: ApplicationRecord, type: PolicyType): string | null {
  return type in APP_FIELDS ? application[APP_FIELDS[type as keyof typeof APP_FIELDS]] : null
}

/**
 * Compiles a set once, so that one evaluation touches only sets, maps and numbers. Inactive policies and rules, and
 * policies without active rules, are left out: they are as if absent (spec/4 §1.9.6).
 */
export function compile(set: PolicySet): CompiledSet {
  const environment: Environment = { everyoneGroupId: set.everyoneGroupId, zones: compileZones(set.zones) }
  const policies = inOrder(set.policies)
    .map((record) => compilePolicy(record, environment))
    .filter((policy) => policy.rules.length > 0)
  const byType = new Map<PolicyType, readonly CompiledPolicy[]>()
  const byApp = new Map<PolicyType, ReadonlyMap<string, readonly CompiledPolicy[]>>()
  for (const type of POLICY_TYPE_NAMES) {
    const ofType = policies.filter((policy) => policy.record.type === type)
    const { selection } = policyType(type)
    if (selection === 'priority') byType.set(type, ofType)
    else byType.set(type, ofType.filter((policy) => policy.record.system).slice(0, 1))
    if (selection === 'app') byApp.set(type, policiesByApp(type, ofType, set.applications))
  }
  return { nameOf: set.nameOf ?? ((id) => id), byType, byApp }
}

/** Leaves out applications whose policy is inactive, gone or empty: they fall back to the default (spec/4 §1.9.8). */
function policiesByApp(
  type: PolicyType,
  policies: readonly CompiledPolicy[],
  applications: readonly ApplicationRecord[],
): Map<string, readonly CompiledPolicy[]> {
  const byId = new Map(policies.map((policy) => [policy.record.id, [policy]]))
  return new Map(
    applications.flatMap((application) => {
      const policy = byId.get(mappedPolicyId(application, type) ?? '')
      return policy ? [[application.id, policy] as const] : []
    }),
  )
}
