import { z } from 'zod'
import { worded } from '../interface/translated.ts'
import { idListSchema, nameOfLength, timestampSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

/** INVALID: a group that it names is gone (spec/5 §4). */
const GROUP_RULE_STATUSES = ['ACTIVE', 'INACTIVE', 'INVALID'] as const
export type GroupRuleStatus = (typeof GROUP_RULE_STATUSES)[number]

const EXPRESSION_TYPE = 'urn:svc:expression:1.0'
const excluding = z.object({ exclude: idListSchema.nullish() }).nullish()

/** A group rule as it is written (spec/4 §2.2, spec/5 §4). */
export const groupRuleWriteSchema = z
  .object({
    type: z.literal('group_rule'),
    name: nameOfLength(LIMITS.groupRuleNameLength),
    conditions: z.object({
      people: z.object({ users: excluding, groups: excluding }).nullish(),
      expression: z.object({
        value: worded(z.string().trim().min(1, 'must not be empty').max(LIMITS.expressionLength), 'expression'),
        type: z.literal(EXPRESSION_TYPE),
      }),
    }),
    actions: z.object({
      assignUserToGroups: z.object({
        groupIds: idListSchema
          .min(1)
          .max(LIMITS.groupRuleTargets)
          .meta({ description: 'Groups of this organization that people are put into' }),
      }),
    }),
  })
  .meta({ id: 'GroupRuleWrite' })
export type GroupRuleWrite = z.output<typeof groupRuleWriteSchema>

const excluded = z.object({ exclude: z.array(z.string()) })

/** A rule that puts people into groups (spec/5 §4); it has no links. */
export const groupRuleSchema = z
  .object({
    type: z.literal('group_rule'),
    id: z.string(),
    status: z.enum(GROUP_RULE_STATUSES),
    name: z.string(),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    conditions: z.object({
      people: z.object({ users: excluded, groups: excluded }),
      expression: z.object({ value: worded(z.string(), 'expression'), type: z.literal(EXPRESSION_TYPE) }),
    }),
    actions: z.object({ assignUserToGroups: z.object({ groupIds: z.array(z.string()) }) }),
    /** False where a group that it names is gone. */
    allGroupsValid: z.boolean(),
    _embedded: z
      .object({ groupIdToGroupNameMap: z.record(z.string(), z.string()) })
      .optional()
      .meta({ description: 'With `expand=groupIdToGroupNameMap` only' }),
  })
  .meta({ id: 'GroupRule' })
export type GroupRule = z.output<typeof groupRuleSchema>
