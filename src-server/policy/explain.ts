import type { PolicyType } from '../contract/policy-types.ts'
import type { ConditionExplanation, Explanation } from '../contract/simulation.ts'
import type { CompiledSet } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { outcomeOf } from './outcome.ts'
import type { ConditionTrace, EvaluationContext, NameOf, PolicyTrace, TypeEvaluation } from './types.ts'
import { render, series } from './words.ts'

function explainCondition(trace: ConditionTrace, nameOf: NameOf): ConditionExplanation {
  return {
    path: trace.path,
    status: trace.status,
    wanted: render(trace.wanted, nameOf),
    saw: render(trace.saw, nameOf, false),
    missing: trace.missing,
    parts: trace.parts.map((part) => explainCondition(part, nameOf)),
  }
}

function explainPolicy(
  { policy, status, conditions, rules }: PolicyTrace,
  nameOf: NameOf,
): Explanation['path'][number] {
  const words = (traces: readonly ConditionTrace[]) => traces.map((trace) => explainCondition(trace, nameOf))
  return {
    id: policy.id,
    name: policy.name,
    priority: policy.priority,
    system: policy.system,
    status,
    conditions: words(conditions),
    rules: rules.map(({ rule, status, conditions }) => ({
      id: rule.id,
      name: rule.name,
      priority: rule.priority,
      system: rule.system,
      status,
      conditions: words(conditions),
    })),
  }
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  appInstance: 'an application',
  'policyContext.user': 'a person',
  'policyContext.ip': 'an address or a zone',
  'policyContext.zones': 'the network zones',
  'policyContext.risk': 'a risk level',
  'policyContext.device.platform': 'the platform of the device',
  'policyContext.device.registered': 'whether the device is registered',
  'policyContext.device.managed': 'whether the device is managed',
  'policyContext.device.assuranceId': 'the device assurance that is satisfied',
}

/** What would settle open conditions, in words; null where no field of the context would. */
function needed(conditions: readonly ConditionTrace[]): string {
  const fields = new Set(conditions.flatMap(({ missing }) => (missing ? [FIELD_WORDS[missing] ?? missing] : [])))
  return fields.size ? `needs ${series([...fields])}` : 'has conditions that no context decides here'
}

const quoted = (name: string) => `“${name}”`

/** The first policy or, inside the one that matched, the first rule that cannot be told: "“Name” needs an address". */
function firstOpen(policies: readonly PolicyTrace[]): string | null {
  for (const { policy, status, conditions, rules } of policies) {
    const open = rules.filter((rule) => rule.status === 'UNDEFINED')
    if (status === 'UNDEFINED')
      return `${quoted(policy.name)} ${needed([...conditions, ...open.flatMap((rule) => rule.conditions)])}`
    const [rule] = open
    if (status === 'MATCH' && rule) return `${quoted(rule.rule.name)} ${needed(rule.conditions)}`
  }
  return null
}

/** One sentence: the verdict and its reason. */
function summarize({ matched, path, missing }: TypeEvaluation): string {
  if (missing) return 'Cannot tell which policy applies, because no application is given.'
  const open = firstOpen(path)
  if (matched) {
    const reason = matched.rule.conditions.length ? 'every condition is met' : 'it has no conditions'
    const names = `${quoted(matched.rule.rule.name)} of ${quoted(matched.policy.policy.name)}`
    return `Rule ${names} applies: ${reason}${open ? `; but before it, ${open}` : ''}.`
  }
  if (open) return `Cannot tell: ${open}.`
  return path.length ? 'No rule matches.' : 'There is no active policy of this type.'
}

/** The verdict for one type, the whole path to it, and what it comes to, in words and with names in place of ids. */
export function explain(compiled: CompiledSet, type: PolicyType, context: EvaluationContext): Explanation {
  const evaluation = evaluate(compiled, type, context)
  const { nameOf } = compiled
  const { matched } = evaluation
  return {
    policyType: type,
    status: evaluation.status,
    summary: summarize(evaluation),
    matched: matched && {
      policyId: matched.policy.policy.id,
      policyName: matched.policy.policy.name,
      ruleId: matched.rule.rule.id,
      ruleName: matched.rule.rule.name,
      actions: matched.rule.rule.actions,
      outcome: outcomeOf(type, matched.rule.rule.actions, matched.policy.policy.settings, nameOf),
    },
    path: evaluation.path.map((policy) => explainPolicy(policy, nameOf)),
  }
}
