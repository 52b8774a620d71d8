import type { PolicyConditions, RuleConditions } from '#contract/policy/conditions.ts'
import {
  policyConditionsSchema,
  policyType,
  ruleConditionsSchema,
  type PolicyType,
} from '#contract/policy/policy-types.ts'
import { catchAllRule, completeActions, completeSettings, withAddedConditions } from '#policy/index.ts'
import { stampsOf } from './clock.ts'
import { sampleId } from './random.ts'
import type { References } from './references.ts'
import { POLICIES, type PolicySpec, type RuleSpec } from './resources.ts'
import type { SampleOptions, SamplePolicy, SampleRule } from './types.ts'

/** Key of the catch-all rule among a policy's rules. */
const CATCH_ALL_KEY = 'catch-all'

/** Identifier of a policy, or of one of its rules. */
export function policyId(seed: string, spec: { type: PolicyType; key: string }, rule?: string): string {
  const { idKind, ruleIdKind } = policyType(spec.type)
  if (rule === undefined) return sampleId(seed, idKind, spec.key)
  return sampleId(seed, ruleIdKind, `${spec.key}/${rule}`)
}

/** The policies that this engine knows, as the service would have stored them. */
export function policySpecs(engine: SampleOptions['defaults']['engine']): PolicySpec[] {
  return POLICIES.filter((spec) => engine === 'identity' || policyType(spec.type).engine === 'both')
}

/** Actions as the engine can hold them: what a password reset requires is for Identity Engine (spec/4 §1.2). */
function fitting(engine: SampleOptions['defaults']['engine'], actions: RuleSpec['actions']): RuleSpec['actions'] {
  if (engine === 'identity' || !actions?.['selfServicePasswordReset']) return actions
  const { requirement: _identityEngineOnly, ...reset } = actions['selfServicePasswordReset'] as Record<string, unknown>
  return { ...actions, selfServicePasswordReset: reset }
}

/** The sample's policies with their rules, each priority as its priorityScheme wants it. */
export function buildPolicies({ seed, now, defaults }: SampleOptions, references: References): SamplePolicy[] {
  const nextPriority = new Map<PolicyType, number>()

  function priorityOf(type: PolicyType): number {
    if (policyType(type).priorityScheme === 'v2') return 1
    const priority = (nextPriority.get(type) ?? 0) + 1
    nextPriority.set(type, priority)
    return priority
  }

  function rule(spec: PolicySpec, given: RuleSpec, index: number): SampleRule {
    const first = policyType(spec.type).priorityScheme === 'v1' ? 1 : 0
    // The contract fills what a request may leave out, and refuses what a request could not hold.
    const conditions = ruleConditionsSchema(spec.type).parse(references.resolve(given.conditions)) as RuleConditions
    return {
      id: policyId(seed, spec, given.key),
      name: given.name,
      status: given.status ?? 'ACTIVE',
      priority: given.priority ?? first + index,
      system: false,
      conditions: withAddedConditions(spec.type, conditions),
      actions: completeActions(spec.type, fitting(defaults.engine, given.actions), defaults.engine),
      ...stampsOf(now, spec.createdDaysAgo)('rule', given.key, spec.key),
    }
  }

  function rules(spec: PolicySpec): SampleRule[] {
    const own = spec.rules.map((given, index) => rule(spec, given, index))
    if (!policyType(spec.type).catchAllPerPolicy) return own
    const catchAll = catchAllRule(spec.type)
    return [
      ...own,
      {
        ...catchAll,
        id: policyId(seed, spec, CATCH_ALL_KEY),
        actions: completeActions(spec.type, spec.catchAll ?? catchAll.actions, defaults.engine),
        ...stampsOf(now, spec.createdDaysAgo)('rule', CATCH_ALL_KEY, spec.key),
      },
    ]
  }

  return policySpecs(defaults.engine).map((spec) => ({
    id: policyId(seed, spec),
    type: spec.type,
    name: spec.name,
    description: spec.description,
    status: spec.status ?? 'ACTIVE',
    priority: priorityOf(spec.type),
    system: false,
    conditions: policyConditionsSchema(spec.type).parse(
      references.resolve(spec.conditions ?? null),
    ) as PolicyConditions | null,
    settings: completeSettings(spec.type, spec.settings, 'identity'),
    resourceType: policyType(spec.type).resourceType,
    ...stampsOf(now, spec.createdDaysAgo)('policy', spec.key),
    rules: rules(spec),
  }))
}
