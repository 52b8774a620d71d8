import type { RuleConditions } from '#contract/policy/conditions.ts'
import { fix } from '../counterfactual/changes.ts'
import { SUBJECTS } from '../formula/subjects.ts'
import { allOfTerms, isOneOf, negated } from '../formula/term.ts'
import type { Facts } from '../prepared-context.ts'
import { UNKNOWN, not, truth, type Truth } from '../verdict.ts'
import { allOf, idList, type ConditionKind, type PathTest } from './condition.ts'

type UserType = NonNullable<RuleConditions['userType']>

function path(side: 'include' | 'exclude', ids: readonly string[]): PathTest[] {
  if (ids.length === 0) return []
  const expected = new Set(ids)
  const test = ({ context }: Facts): Truth => {
    const id = context.person?.userTypeId
    return id === undefined ? UNKNOWN : truth(expected.has(id))
  }
  return [
    {
      path: `userType.${side}`,
      test: side === 'include' ? test : (facts) => not(test(facts)),
      expected: () => [side === 'include' ? 'user type ' : 'a user type other than ', ...idList(ids, 'or')],
      actual: ({ context }) => {
        const id = context.person?.userTypeId
        return id === undefined ? ['no known person'] : ['user type ', { id }]
      },
      missing: () => 'policyContext.user',
      fixes: () => [
        fix([
          `the person would have to be of ${side === 'include' ? 'user type ' : 'a user type other than '}`,
          ...idList(ids, 'or'),
        ]),
      ],
    },
  ]
}

/** The kind of person, by user type id; a group context does not hold it. */
export const userType: ConditionKind<UserType> = {
  compile: ({ include, exclude }) => allOf([...path('include', include), ...path('exclude', exclude)]),
  term: ({ include, exclude }) =>
    allOfTerms([
      ...(include.length ? [isOneOf(SUBJECTS.userType, include)] : []),
      ...(exclude.length ? [negated(isOneOf(SUBJECTS.userType, exclude))] : []),
    ]),
  phrases: ({ include, exclude }) => [
    ...(include.length ? [['of user type ', ...idList(include, 'or')]] : []),
    ...(exclude.length ? [['not of user type ', ...idList(exclude, 'or')]] : []),
  ],
}
