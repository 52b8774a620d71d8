import type { GroupRule } from '#contract/directory/group-rule.ts'
import type { Draft } from '#ui/resource/form/field-specs.ts'

type Written = Pick<GroupRule, 'type' | 'name' | 'conditions' | 'actions'>

/** What the form edits of a rule. */
export const draftOf = ({ type, name, conditions, actions }: Written): Draft => ({ type, name, conditions, actions })

const BLANK: Written = {
  type: 'group_rule',
  name: '',
  conditions: {
    people: { users: { exclude: [] }, groups: { exclude: [] } },
    expression: { type: 'urn:svc:expression:1.0', value: '' },
  },
  actions: { assignUserToGroups: { groupIds: [] } },
}

/** The draft of a new rule. */
export const blankRule = (): Draft => structuredClone(draftOf(BLANK))

/** The rule that a draft makes, as the interface takes it. */
export function ruleOfDraft({ name, conditions, actions }: Draft): Written {
  return { ...BLANK, name, conditions, actions } as Written
}
