import type { RuleConditions } from '#contract/policy/conditions.ts'
import { compileExpression } from '../evaluate/expression-condition.ts'
import { expressionTerm } from '../formula/expression-term.ts'
import { allOf, type ConditionKind } from './condition.ts'

/** A condition in the expression language; its parts are the sub-expressions that are true or false by themselves. */
export const elCondition: ConditionKind<NonNullable<RuleConditions['elCondition']>> = {
  compile({ condition }, environment) {
    const expression = compileExpression(condition, environment)
    return allOf([
      {
        path: 'elCondition.condition',
        test: expression.test,
        fixes: expression.fixes,
        expected: () => [condition],
        actual: (facts) => expression.evidence(facts).actual,
        missing: (facts) => expression.evidence(facts).missing,
        parts: (facts) => expression.evidence(facts).parts,
      },
    ])
  },
  term: ({ condition }, environment) => expressionTerm(condition, environment),
  phrases: ({ condition }) => [[`when ${condition}`]],
}
