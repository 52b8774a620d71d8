import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { CompiledPolicy, CompiledSet, CompiledType, Scan } from './compiled.ts'
import { traceOf } from '../conditions/condition.ts'
import { factsOf, type Facts } from '../prepared-context.ts'
import type { Decision, EvaluationContext, PolicyTrace, RuleTrace, TypeEvaluation } from '../types.ts'
import { NO, UNKNOWN, YES, verdictOf, type Truth } from '../verdict.ts'

/** The policies to scan, in order; null when the context does not name what they are found through. */
export function scanFor({ key, byKey, rest }: CompiledType, context: EvaluationContext): Scan | null {
  if (key === null) return rest
  const name = key.read(context)
  return name === null ? null : (byKey.get(name) ?? rest)
}

/**
 * Which policy and rule decide, without the evidence: fast, for whole populations.
 * @returns null when nothing matches
 */
export function decide(compiled: CompiledSet, type: PolicyType, context: EvaluationContext): Decision | null {
  const scan = scanFor(compiled.typeOf(type), context)
  if (scan === null) return null
  const facts = factsOf(context)
  // The index finds rules by the person.
  const index = facts.isClientAlone ? null : scan.index()
  if (index !== null) return index(facts)
  for (const policy of scan.policies) {
    if (policy.test(facts) !== YES) continue
    for (const rule of policy.rules)
      if (rule.test(facts) === YES) return { policyId: policy.record.id, ruleId: rule.record.id }
  }
  return null
}

/**
 * Which policies and rules are traced: all that are reached, or only those that apply or may apply, which is what an outcome is read
 * from; of thousands, these are a few.
 */
type Extent = 'reached' | 'possible'

/** Rules in order up to the first that matches, which is the last of the list then. */
function traceRules(policy: CompiledPolicy, facts: Facts, extent: Extent): RuleTrace[] {
  const traces: RuleTrace[] = []
  for (const rule of policy.rules) {
    const verdict = rule.test(facts)
    if (verdict === NO && extent === 'possible') continue
    traces.push({ rule: rule.record, status: verdictOf(verdict), conditions: traceOf(rule.conditions, facts) })
    if (verdict === YES) break
  }
  return traces
}

/** A policy's own conditions first, then its rules (spec/4 §1.9.6). */
function policyVerdict(own: Truth, rules: readonly RuleTrace[]): Truth {
  if (own === NO || own === UNKNOWN) return own
  if (rules.at(-1)?.status === 'MATCH') return YES
  return rules.some((rule) => rule.status === 'UNDEFINED') ? UNKNOWN : NO
}

function tracePolicy(policy: CompiledPolicy, own: Truth, facts: Facts, extent: Extent): PolicyTrace {
  const rules = own === NO ? [] : traceRules(policy, facts, extent)
  return {
    policy: policy.record,
    status: verdictOf(policyVerdict(own, rules)),
    conditions: traceOf(policy.conditions, facts),
    rules,
  }
}

/** The verdict for one type, with the policies and rules that were reached, as far as they are wanted, and the evidence of each condition. */
export function evaluate(
  compiled: CompiledSet,
  type: PolicyType,
  context: EvaluationContext,
  extent: Extent = 'reached',
): TypeEvaluation {
  const found = compiled.typeOf(type)
  const scan = scanFor(found, context)
  if (scan === null) return { type, status: 'UNDEFINED', matched: null, path: [], missing: found.key?.field ?? null }
  const facts = factsOf(context)
  const path: PolicyTrace[] = []
  for (const policy of scan.policies) {
    const own = policy.test(facts)
    if (own === NO && extent === 'possible') continue
    const trace = tracePolicy(policy, own, facts, extent)
    path.push(trace)
    const rule = trace.rules.at(-1)
    if (trace.status === 'MATCH' && rule)
      return { type, status: 'MATCH', matched: { policy: trace, rule }, path, missing: null }
  }
  const open = path.some((policy) => policy.status === 'UNDEFINED')
  return { type, status: open ? 'UNDEFINED' : 'NOT_MATCH', matched: null, path, missing: null }
}
