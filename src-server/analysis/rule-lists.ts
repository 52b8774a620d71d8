import { evaluationOrder } from '#contract/policy/list-order.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import {
  and,
  CLIENT_ALONE,
  not,
  compile,
  behaviorsOf,
  compileZones,
  termsOf,
  type Formula,
  type PolicyRecord,
  type PolicySet,
  type RuleRecord,
  type TermEnvironment,
} from '#policy/index.ts'

/** A condition of a rule or of its policy, and when it is met. */
export interface RulePart {
  readonly of: 'policy' | 'rule'
  readonly key: string
  readonly met: Formula
}

/** A rule in its place, with the sign-ins that it and its policy match; whether it decides depends on those before it. */
export interface RuleInPlace {
  policy: PolicyRecord
  rule: RuleRecord
  /** Conditions of the policy and of the rule, each by itself. */
  parts: readonly RulePart[]
  /** The sign-ins that its list is asked about at all. */
  askedFor: Formula
  /** Where all are met, of those. */
  matches: Formula
}

/** Active rules that are asked one after the other for the same sign-ins. */
export interface RuleList {
  type: PolicyType
  rules: readonly RuleInPlace[]
}

/**
 * The active rules of a set in the lists in which they are asked (spec/4 §1.9.6–8): those of all policies of a type that is found by priority,
 * those of one authorization server, and those of each policy that applications have.
 */
export function ruleListsOf(set: PolicySet, types: readonly PolicyType[]): RuleList[] {
  const compiled = compile(set)
  const environment = termEnvironmentOf(set)
  const toRules = (policy: PolicyRecord) =>
    evaluationOrder(policy.rules.filter(({ status }) => status === 'ACTIVE')).map((rule) =>
      inPlace(policy, rule, environment),
    )
  return types.flatMap((type) => {
    const { byKey, rest } = compiled.typeOf(type)
    const lists =
      policyType(type).selection === 'app'
        ? set.policies.filter((policy) => policy.type === type && policy.status === 'ACTIVE').map((policy) => [policy])
        : [...byKey.values(), rest].map(({ policies }) => policies.map(({ record }) => record))
    return lists.map((policies) => ({
      type,
      rules: policies.flatMap((policy) => toRules(policy)),
    }))
  })
}

/** What formulas of a set look up; the scopes are all that a rule names. */
export function termEnvironmentOf({ everyoneGroupId, zones, behaviors, policies }: PolicySet): TermEnvironment {
  const scopes = new Set(
    policies.flatMap(({ rules }) => rules.flatMap((rule) => rule.conditions?.scopes?.include ?? [])),
  )
  return { everyoneGroupId, zones: compileZones(zones), behaviors: behaviorsOf(behaviors), scopes: [...scopes] }
}

function inPlace(policy: PolicyRecord, rule: RuleRecord, environment: TermEnvironment): RuleInPlace {
  const partsOf = (of: 'policy' | 'rule', conditions: PolicyRecord['conditions'] | RuleRecord['conditions']) =>
    termsOf(conditions, environment).map(({ key, term }) => ({ of, key, met: term.yes }))
  const parts = [...partsOf('policy', policy.conditions), ...partsOf('rule', rule.conditions)]
  // Only servers give tokens to clients that ask for themselves.
  const askedFor = policyType(policy.type).selection === 'server' || not(CLIENT_ALONE)
  return { policy, rule, parts, askedFor, matches: and(askedFor, ...parts.map(({ met }) => met)) }
}
