import { causeAt, invalidAll } from '#contract/interface/api-error.ts'
import type { GroupRuleWrite } from '#contract/directory/group-rule.ts'
import type { GroupRuleRecord } from '#db/tables/group-rules.ts'
import { parse } from '#expression/index.ts'

type Written = Pick<GroupRuleWrite, 'conditions'>

/** What a rule asks, as it is stored. */
export function conditionsOf({ conditions: { expression, people } }: Written): GroupRuleRecord['conditions'] {
  return {
    expression: expression.value,
    excludedUsers: people?.users?.exclude ?? [],
    excludedGroups: people?.groups?.exclude ?? [],
  }
}

/** @param place of the rule in the body @throws ApiError E0000001 with every problem at its place */
export function assertExpression({ conditions }: Written, place = ''): void {
  const parsed = parse(conditions.expression.value, 'group-rule')
  const location = `${place}conditions.expression.value`
  if (!parsed.ok) throw invalidAll(parsed.problems.map(({ message }) => causeAt(location, message)))
}
