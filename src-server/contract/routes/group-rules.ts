import { z } from 'zod'
import { groupRuleSchema, groupRuleWriteSchema } from '../directory/group-rule.ts'
import { reviewedPersonSchema } from '../gatehouse/change-review.ts'
import {
  bulkPreviewRequestSchema,
  groupRuleFactsSchema,
  groupRulePreviewSchema,
  groupRulesPreviewSchema,
  previewedPeopleQuery,
  previewRequestSchema,
} from '../gatehouse/group-rule-preview.ts'
import { collection, pageQueryOf } from '../interface/collection.ts'
import { cursorSchema, limitSchema, queryBooleanSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { rebuilt } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'

const rules = collection('groupRule', {
  tag: 'Group rules',
  noun: 'a group rule',
  read: groupRuleSchema,
  write: groupRuleWriteSchema,
  created: 200,
})
const expand = z.literal('groupIdToGroupNameMap').optional()
/** How a refused change of status names what was checked (spec/5 §0.2). */
const lifecycle = { subject: 'updateRuleStatus', responses: { 204: null } } as const

/** Group rules (spec/4 §2.2, spec/5 §4). */
export const groupRuleRoutes = {
  listGroupRules: defineRoute({
    ...rules.list,
    links: rebuilt(LIMITS.page.groupRules, 'search', 'expand'),
    description: '`search` is plain text that the name holds, whatever its case.',
    query: z.object({ search: z.string().min(1).max(255).optional(), expand, ...pageQueryOf('groupRule').shape }),
  }),
  createGroupRule: defineRoute({
    ...rules.create,
    description: 'It begins INACTIVE. The expression is of the Classic language, such as `user.department == "Sales"`.',
  }),
  getGroupRule: defineRoute({ ...rules.get, query: z.object({ expand }) }),
  replaceGroupRule: defineRoute({
    ...rules.replace,
    description: 'Only while it is INACTIVE; its `actions` cannot change.',
  }),
  deleteGroupRule: defineRoute({
    ...rules.remove,
    description:
      'With `removeUsers=true` the people whom only this rule put into its groups leave them, in a background job; otherwise they stay.',
    query: z.object({ removeUsers: queryBooleanSchema(false) }),
    responses: { 202: z.object({}) },
  }),
  activateGroupRule: defineRoute({
    ...rules.activate,
    ...lifecycle,
    description: 'A background job applies it to everybody; who no longer fits it leaves.',
  }),
  deactivateGroupRule: defineRoute({
    ...rules.deactivate,
    ...lifecycle,
    description: 'The people whom it put into groups stay in them.',
  }),
  listGroupRuleFacts: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.groups.read',
    method: 'GET',
    path: '/gatehouse/v1/group-rules',
    summary: 'List for each group rule how many people it put into groups, and its conflicts',
    responses: { 200: z.array(groupRuleFactsSchema) },
  }),
  previewGroupRule: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.groups.manage',
    method: 'POST',
    path: '/gatehouse/v1/group-rules/previews',
    summary: 'Preview a group rule: who would join groups, and who would leave them',
    description:
      'Holds everybody against the rule as if it were active, together with the rules that ask for groups. Nothing changes.',
    body: previewRequestSchema,
    responses: { 200: groupRulePreviewSchema },
    errors: ['E0000007'],
  }),
  previewGroupRules: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.groups.manage',
    method: 'POST',
    path: '/gatehouse/v1/group-rules/bulk-previews',
    summary: 'Preview the activation of several group rules: who would join groups, and who would leave them',
    description:
      'Holds everybody against the rules as if all of them were active, together with the rules that ask for groups. Its people are listed like those of one rule. Nothing changes.',
    body: bulkPreviewRequestSchema,
    responses: { 200: groupRulesPreviewSchema },
  }),
  listPreviewedPeople: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.groups.read',
    method: 'GET',
    path: '/gatehouse/v1/group-rules/previews/{previewId}/people',
    summary: 'List the people whom a previewed group rule would put into groups or take out of them',
    description: 'By name. The people of the latest previews are held in memory; an older one is not found.',
    params: z.object({ previewId: idSchema }),
    query: z.object({ ...previewedPeopleQuery, limit: limitSchema(LIMITS.page.logRows), after: cursorSchema }),
    responses: { 200: z.array(reviewedPersonSchema) },
  }),
}
