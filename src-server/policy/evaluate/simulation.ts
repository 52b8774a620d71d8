import { SIMULATED_TYPES, type Simulation } from '#contract/policy/simulation.ts'
import type { CompiledSet } from './compiled.ts'
import { evaluate } from './evaluate.ts'
import type { ConditionTrace, EvaluationContext, PolicyTrace, RuleTrace, TypeEvaluation } from '../types.ts'

/** The two values of the query's `expand`. */
interface SimulationOptions {
  /** Adds what was passed over on the way. */
  evaluated?: boolean
  /** Adds the conditions of rules. */
  rule?: boolean
}

type Entry = Simulation['evaluation'][number]
type ListedPolicy = Entry['result']['policies'][number]

const conditionsOf = (conditions: readonly ConditionTrace[]) =>
  conditions.map(({ path, status }) => ({ type: path, status }))

function listPolicy(trace: PolicyTrace, rules: readonly RuleTrace[], options: SimulationOptions): ListedPolicy {
  return {
    id: trace.policy.id,
    name: trace.policy.name,
    status: trace.status,
    conditions: conditionsOf(trace.conditions),
    rules: rules.map(({ rule, status, conditions }) => ({
      id: rule.id,
      name: rule.name,
      status,
      conditions: options.rule ? conditionsOf(conditions) : [],
    })),
  }
}

function present(evaluation: TypeEvaluation, type: Entry['policyType'], options: SimulationOptions): Entry {
  const { matched, path } = evaluation
  const listed = (open: boolean) =>
    options.evaluated
      ? path
          .filter((trace) => (trace.status === 'UNDEFINED') === open)
          .map((trace) => listPolicy(trace, trace.rules, options))
      : []
  return {
    policyType: type,
    // Null in the documents' own shape (spec/1 "Access simulation"); each policy has its verdict.
    status: null,
    result: { policies: matched ? [listPolicy(matched.policy, [matched.rule], options)] : [] },
    undefined: { policies: listed(true) },
    evaluated: { policies: listed(false) },
  }
}

/**
 * The interface's answer to one simulated sign-in (spec/4 §1.6, §1.9.6–7).
 * @param types those to answer for; null, absent and empty mean all four. Entries come in the interface's own order.
 */
export function simulate(
  compiled: CompiledSet,
  types: readonly Entry['policyType'][] | null | undefined,
  context: EvaluationContext,
  options: SimulationOptions = {},
): Simulation {
  const expected = types?.length ? SIMULATED_TYPES.filter((type) => types.includes(type)) : SIMULATED_TYPES
  return { evaluation: expected.map((type) => present(evaluate(compiled, type, context), type, options)) }
}
