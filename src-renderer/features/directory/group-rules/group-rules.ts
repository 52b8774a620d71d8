import type { GroupRule } from '#contract/directory/group-rule.ts'
import { defineResource } from '#ui/resource/define-resource.ts'
import type { ObjectForm } from '#ui/resource/form/field-specs.ts'
import ConditionField from './ConditionField.vue'
import DraftPreview from './DraftPreview.vue'
import { blankRule, draftOf, ruleOfDraft } from './rule-draft.ts'

/** Rules that put people into groups. */
export const groupRules = defineResource({
  kind: 'groupRule',
  title: 'Group rules',
  operations: {
    list: 'listGroupRules',
    get: 'getGroupRule',
    create: 'createGroupRule',
    replace: 'replaceGroupRule',
    remove: 'deleteGroupRule',
    activate: 'activateGroupRule',
    deactivate: 'deactivateGroupRule',
  },
  nameOf: ({ name }) => name,
})

/** @param ruleId of the one that is edited, so that what it gave counts as its own */
export const groupRuleForm = (ruleId?: string): ObjectForm<GroupRule> => ({
  width: 680,
  blank: blankRule,
  draftOf,
  bodyOf: ruleOfDraft,
  fields: [
    { path: 'name', label: 'Name', control: 'text', required: true },
    {
      path: 'conditions.expression.value',
      label: 'Condition',
      help: 'True for the people the rule is for, such as user.department == "Sales"',
      control: 'own',
      component: ConditionField,
    },
    {
      path: 'actions.assignUserToGroups.groupIds',
      label: 'Put into groups',
      help: 'Groups that are managed here. They cannot change once the rule exists.',
      control: 'entity',
      kind: 'group',
      multiple: true,
      placeholder: 'Choose groups',
      fixed: true,
    },
    {
      path: 'conditions.people.users.exclude',
      label: 'Except people',
      control: 'entity',
      kind: 'user',
      multiple: true,
      placeholder: 'No exception',
    },
    {
      path: 'conditions.people.groups.exclude',
      label: 'Except members of groups',
      control: 'entity',
      kind: 'group',
      multiple: true,
      placeholder: 'No exception',
    },
    {
      path: 'preview',
      label: 'Who would join and leave',
      control: 'own',
      component: DraftPreview,
      props: (draft) => ({ draft, ruleId }),
    },
  ],
})

/** Whether a rule can be switched: one of whose groups is gone cannot, and one that was invalid can again once its groups are back. */
export const isSound = ({ status, allGroupsValid }: { status?: string; allGroupsValid?: boolean }): boolean =>
  status !== 'INVALID' || allGroupsValid === true

/** Why a rule cannot be edited now; undefined where it can. */
export function whyNotEdited(rule: Pick<GroupRule, 'status' | 'allGroupsValid'>): string | undefined {
  if (rule.status === 'INACTIVE') return undefined
  if (!isSound(rule)) return 'A group that it puts people into is gone'
  return rule.status === 'ACTIVE' ? 'Deactivate it first' : 'Its groups are back: activate it first'
}
