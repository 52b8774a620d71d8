import type { RuleConditions } from '../../contract/conditions.ts'
import { way } from '../changes.ts'
import type { Facts } from '../facts.ts'
import { UNKNOWN, not, truth, type Truth } from '../verdict.ts'
import { allOf, idList, type ConditionKind, type PathTest } from './condition.ts'

type UserType = NonNullable<RuleConditions['userType']>

function path(side: 'include' | 'exclude', ids: readonly string[]): PathTest[] {
  if (ids.length === 0) return []
  const wanted = new Set(ids)
  const test = ({ context }: Facts): Truth => {
    const id = context.person?.userTypeId
    return id === undefined ? UNKNOWN : truth(wanted.has(id))
  }
  return [
    {
      path: `userType.${side}`,
      test: side === 'include' ? test : (facts) => not(test(facts)),
      wanted: () => [side === 'include' ? 'user type ' : 'a user type other than ', ...idList(ids, 'or')],
      saw: ({ context }) => {
        const id = context.person?.userTypeId
        return id === undefined ? ['no known person'] : ['user type ', { id }]
      },
      missing: () => 'policyContext.user',
      remedy: () => [
        way([
          `the person would have to be of ${side === 'include' ? 'user type ' : 'a user type other than '}`,
          ...idList(ids, 'or'),
        ]),
      ],
    },
  ]
}

/** The kind of person, by user type id; a group context does not tell it. */
export const userType: ConditionKind<UserType> = {
  compile: ({ include, exclude }) => allOf([...path('include', include), ...path('exclude', exclude)]),
  phrases: ({ include, exclude }) => [
    ...(include.length ? [['of user type ', ...idList(include, 'or')]] : []),
    ...(exclude.length ? [['not of user type ', ...idList(exclude, 'or')]] : []),
  ],
}
