import { causeAt, invalidAll } from '#contract/interface/api-error.ts'
import type { RuleWrite } from '#contract/policy/policy.ts'
import { parse, type ParseResult } from '#expression/index.ts'
import { conditionProblems } from '#policy/index.ts'

/** A text of a rule that cannot be read, and why. */
interface Unreadable {
  location: string
  message: string
}

type Texts = Pick<RuleWrite, 'conditions' | 'actions'>

/** Expressions by their places; a provider's must give a text, a condition's a truth value. */
function expressionsOf({ conditions, actions }: Texts): { location: string; source: string; result: ParseResult }[] {
  const { idp } = (actions ?? {}) as { idp?: { matchCriteria?: { providerExpression: string }[] } }
  const condition = conditions?.elCondition?.condition
  return [
    ...(condition === undefined
      ? []
      : [{ location: 'conditions.elCondition.condition', source: condition, result: parse(condition) }]),
    ...(idp?.matchCriteria ?? []).map(({ providerExpression: source }, index) => ({
      location: `actions.idp.matchCriteria[${index}].providerExpression`,
      source,
      result: parse(source, 'condition', { result: 'value' }),
    })),
  ]
}

function unreadable(rule: Texts, before: Texts): Unreadable[] {
  const kept = new Set(expressionsOf(before).map(({ source }) => source))
  const expressions = expressionsOf(rule)
    .filter(({ source }) => !kept.has(source))
    .flatMap(({ location, result }) => (result.ok ? [] : result.problems.map(({ message }) => ({ location, message }))))
  const patterns = conditionProblems(rule.conditions).map(({ path, message }) => ({ location: path, message }))
  const old = new Set(conditionProblems(before.conditions).map(({ message }) => message))
  return [...expressions, ...patterns.filter(({ message }) => !old.has(message))]
}

/**
 * Refuses expressions, patterns and versions that cannot be read, or whose names and types do not fit, with every problem
 * at its place (spec/4 §1.8). What stood in `before` may stay, whatever it is.
 */
export function assertReadable(rule: Texts, before: Texts = {}): void {
  const causes = unreadable(rule, before).map(({ location, message }) => causeAt(location, message))
  if (causes.length) throw invalidAll(causes)
}
