import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { CompiledCondition } from '../conditions/condition.ts'
import type { Facts } from '../prepared-context.ts'
import type { Decision, EvaluationContext, NameOf, PolicyRecord, RuleRecord, TypeEvaluation } from '../types.ts'
import type { Truth } from '../verdict.ts'

/** A rule with its conditions ready to be asked. */
export interface CompiledRule {
  record: RuleRecord
  conditions: readonly CompiledCondition[]
  test: (facts: Facts) => Truth
}

/** A policy with its active rules in the order in which they are asked. */
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

/**
 * An index of a long list of policies. It skips only rules that certainly do not match and evaluates the others in full
 * and in order, so its decision is that of a scan.
 */
export type ScanIndex = (facts: Facts) => Decision | null

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

/** A set made ready to be asked; compile again after each change. */
export interface CompiledSet {
  nameOf: NameOf
  /** The policies of a type; compiled when they are first asked for, so that a caller who asks about one type waits for no other. */
  typeOf: (type: PolicyType) => CompiledType
}
