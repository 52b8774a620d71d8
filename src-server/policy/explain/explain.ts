import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { ConditionExplanation, Explanation, Verdict } from '#contract/policy/simulation.ts'
import type { CompiledPolicy, CompiledSet } from '../evaluate/compiled.ts'
import { evaluate, scanFor } from '../evaluate/evaluate.ts'
import { effectsOf } from './effects.ts'
import { outcomeOf } from './outcome.ts'
import { counterfactualOf } from '../counterfactual/counterfactual.ts'
import type { ConditionTrace, EvaluationContext, NameOf, PolicyTrace, TypeEvaluation } from '../types.ts'
import { render, formatList } from './labels.ts'

function explainCondition(trace: ConditionTrace, nameOf: NameOf): ConditionExplanation {
  return {
    path: trace.path,
    status: trace.status,
    expected: render(trace.expected, nameOf),
    actual: render(trace.actual, nameOf, false),
    missing: trace.missing,
    parts: trace.parts.map((part) => explainCondition(part, nameOf)),
  }
}

/** Only the first rules of a path get counterfactuals, so that a long path stays quick. */
const MAX_COUNTERFACTUALS = 200

type Explained = Explanation['path'][number]

/** Explains the policies that were reached; compiled policies and traces have the same order. */
function explainPath(
  compiled: CompiledSet,
  type: PolicyType,
  context: EvaluationContext,
  path: readonly PolicyTrace[],
): Explained[] {
  const { nameOf } = compiled
  const policies = scanFor(compiled.typeOf(type), context)?.policies ?? []
  const conditionsOf = (traces: readonly ConditionTrace[]) => traces.map((trace) => explainCondition(trace, nameOf))
  let counterfactuals = 0
  const counterfactualFor = (policy: CompiledPolicy | undefined, index: number, status: Verdict) => {
    const rule = policy?.rules[index]
    if (!policy || !rule || counterfactuals >= MAX_COUNTERFACTUALS) return null
    counterfactuals += 1
    return status === 'MATCH' ? null : counterfactualOf(compiled, type, { policy, rule }, context)
  }
  return path.map(({ policy, status, conditions, rules }, at) => ({
    id: policy.id,
    name: policy.name,
    priority: policy.priority,
    system: policy.system,
    status,
    conditions: conditionsOf(conditions),
    rules: rules.map((trace, index) => ({
      id: trace.rule.id,
      name: trace.rule.name,
      priority: trace.rule.priority,
      system: trace.rule.system,
      status: trace.status,
      conditions: conditionsOf(trace.conditions),
      counterfactual: counterfactualFor(policies[at], index, trace.status),
    })),
  }))
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  appInstance: 'an application',
  'policyContext.authorizationServerId': 'an authorization server',
  'policyContext.clientId': 'a client',
  'policyContext.grantType': 'a grant type',
  'policyContext.scopes': 'the scopes that are asked for',
  'policyContext.identifier': 'what the person types to sign in',
  'policyContext.authType': 'how the person signs in',
  'policyContext.identityProvider': 'the identity provider',
  'policyContext.behaviors': 'the behaviours that were detected',
  'policyContext.entityRisk': 'the risk of the person',
  'policyContext.riskDetections': 'what was detected about the person',
  'policyContext.user': 'a person',
  'policyContext.ip': 'an address or a zone',
  'policyContext.zones': 'the network zones',
  'policyContext.risk': 'a risk level',
  'policyContext.device.platform': 'the platform of the device',
  'policyContext.device.registered': 'whether the device is registered',
  'policyContext.device.managed': 'whether the device is managed',
  'policyContext.device.assuranceId': 'the device assurance that is satisfied',
}

/** The fields that would decide the open conditions, as a clause. */
function needed(conditions: readonly ConditionTrace[]): string {
  const fields = new Set(conditions.flatMap(({ missing }) => (missing ? [FIELD_LABELS[missing] ?? missing] : [])))
  return fields.size ? `needs ${formatList([...fields])}` : 'has conditions that no context decides here'
}

const quoted = (name: string) => `“${name}”`

/** The first policy or, inside the one that matched, the first rule that is undecided: "“Name” needs an address". */
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

const NOT_GIVEN: Readonly<Record<NonNullable<TypeEvaluation['missing']>, string>> = {
  appInstance: 'no application is given',
  'policyContext.authorizationServerId': 'no authorization server is given',
}

/** One sentence: the verdict and its reason. */
export function summaryOf({ matched, path, missing }: TypeEvaluation): string {
  if (missing) return `Cannot tell which policy applies, because ${NOT_GIVEN[missing]}.`
  const open = firstOpen(path)
  if (matched) {
    const reason = matched.rule.conditions.length ? 'every condition is met' : 'it has no conditions'
    const names = `${quoted(matched.rule.rule.name)} of ${quoted(matched.policy.policy.name)}`
    return `Rule ${names} applies: ${reason}${open ? `; but before it, ${open}` : ''}.`
  }
  if (open) return `Cannot tell: ${open}.`
  return path.length ? 'No rule matches.' : 'There is no active policy of this type.'
}

/** The verdict for one type, the whole path to it and its outcome, as text with names in place of ids. @param evaluation where it is known */
export function explain(
  compiled: CompiledSet,
  type: PolicyType,
  context: EvaluationContext,
  evaluation: TypeEvaluation = evaluate(compiled, type, context),
): Explanation {
  const { nameOf } = compiled
  const { matched } = evaluation
  return {
    policyType: type,
    status: evaluation.status,
    summary: summaryOf(evaluation),
    outcome: outcomeOf(evaluation, nameOf),
    matched: matched && {
      policyId: matched.policy.policy.id,
      policyName: matched.policy.policy.name,
      ruleId: matched.rule.rule.id,
      ruleName: matched.rule.rule.name,
      actions: matched.rule.rule.actions,
      effects: effectsOf(type, matched.rule.rule.actions, matched.policy.policy.settings, nameOf),
    },
    path: explainPath(compiled, type, context, evaluation.path),
  }
}
