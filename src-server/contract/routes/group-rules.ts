import { z } from 'zod'
import { groupRuleSchema, groupRuleWriteSchema } from '../directory/group-rule.ts'
import { collection, pageQueryOf } from '../interface/collection.ts'
import { queryBooleanSchema } from '../interface/fields.ts'
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
}
