import type { RuleConditions } from '../../contract/conditions.ts'
import { compileExpression } from '../expression-condition.ts'
import { allOf, type ConditionKind } from './condition.ts'

/** A condition in the expression language; its parts are the sub-expressions that are true or false by themselves. */
export const elCondition: ConditionKind<NonNullable<RuleConditions['elCondition']>> = {
  compile({ condition }, environment) {
    const expression = compileExpression(condition, environment)
    return allOf([
      {
        path: 'elCondition.condition',
        test: expression.test,
        remedy: expression.ways,
        wanted: () => [condition],
        saw: (facts) => expression.evidence(facts).saw,
        missing: (facts) => expression.evidence(facts).missing,
        parts: (facts) => expression.evidence(facts).parts,
      },
    ])
  },
  phrases: ({ condition }) => [[`when ${condition}`]],
}
