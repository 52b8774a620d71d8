import { z } from 'zod'
import { groupRuleWriteSchema } from '../directory/group-rule.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'

/** What a change of a group rule does to a person: a membership of a group begins, or ends. A person may have both. */
const PREVIEW_EFFECTS = ['JOINS', 'LEAVES'] as const
export type PreviewEffect = (typeof PREVIEW_EFFECTS)[number]
const effectSchema = z.enum(PREVIEW_EFFECTS)

/**
 * What can be wrong with a group rule beside its expression. `CYCLE`: it and others feed each other, by groups that they ask for and
 * fill. `SAME_CONDITION`: others ask the same.
 */
const CONFLICT_KINDS = ['CYCLE', 'GROUP_GONE', 'GROUP_TAKES_NO_MEMBERS', 'SAME_CONDITION', 'EXCLUSION_GONE'] as const
export type ConflictKind = (typeof CONFLICT_KINDS)[number]

const namedSchema = z.object({ id: z.string(), name: z.string() })

const conflictSchema = z.object({
  kind: z.enum(CONFLICT_KINDS),
  /** The first of the other rules that it is about, by name; of a cycle in its order. */
  rules: z.array(namedSchema),
  /** Ids of the first groups or people that it is about. */
  ids: z.array(z.string()),
  /** How many rules, groups or people it is about in all. */
  count: z.int(),
})
export type RuleConflict = z.output<typeof conflictSchema>

/** What a group rule does now, and what is in its way. */
export const groupRuleFactsSchema = z
  .object({
    id: z.string(),
    /** People whom it is a reason of a membership for. */
    people: z.int(),
    conflicts: z.array(conflictSchema),
  })
  .meta({ id: 'GroupRuleFacts' })
export type GroupRuleFacts = z.output<typeof groupRuleFactsSchema>

/** A group rule that is to be activated, as saved or as a draft; or to be deleted together with what it gave. */
export const previewRequestSchema = z
  .object({
    ruleId: idSchema.optional().meta({ description: 'A saved rule; absent: `rule` is a new one' }),
    rule: groupRuleWriteSchema
      .pick({ conditions: true, actions: true })
      .optional()
      .meta({ description: 'A draft, in place of what is saved' }),
    change: z
      .enum(['ACTIVATE', 'DELETE'])
      .default('ACTIVATE')
      .meta({ description: '`DELETE`: with the people whom only this rule put into its groups' }),
  })
  .meta({ id: 'GroupRulePreviewRequest' })

const effectCountSchema = z.object({
  people: z.int(),
  /** The first of them by name. */
  sample: z.array(namedSchema),
})

/** Who would join groups and who would leave them. */
export const groupRulePreviewSchema = z
  .object({
    id: z.string().meta({ description: 'Lists the people for some minutes: `…/previews/{previewId}/people`' }),
    /** People who were looked at: all of them, whatever their status. */
    considered: z.int(),
    /** People for whom the rule holds. */
    matching: z.int(),
    joins: effectCountSchema,
    leaves: effectCountSchema,
    /** Groups whose members change, also by other rules that follow, those with most changes first. */
    groups: z.array(z.object({ id: z.string(), name: z.string(), joins: z.int(), leaves: z.int() })),
    /** How many more groups there are. */
    moreGroups: z.int(),
    /** People for whom the expression comes to neither true nor false, by their type; it does not hold for them. */
    undecided: z.array(
      z.object({
        userType: namedSchema,
        people: z.int(),
        /** Why, for the first of them. */
        reason: z.string(),
        example: namedSchema,
      }),
    ),
    /** People for whom rules take each other back, so that where they end is arbitrary. */
    unsettled: z.int(),
    conflicts: z.array(conflictSchema),
  })
  .meta({ id: 'GroupRulePreview' })
export type GroupRulePreview = z.output<typeof groupRulePreviewSchema>

/** Saved group rules that are to be activated together. */
export const bulkPreviewRequestSchema = z
  .object({ ruleIds: z.array(idSchema).min(1).max(LIMITS.reviewSteps) })
  .meta({ id: 'GroupRulesPreviewRequest' })

/** Who would join groups and who would leave them once several rules are active, all together and by rule. */
export const groupRulesPreviewSchema = groupRulePreviewSchema
  .pick({ id: true, considered: true, joins: true, leaves: true, groups: true, moreGroups: true, unsettled: true })
  .extend({
    /** By name. People whom several rules put into groups count for each of them. */
    rules: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** People for whom it holds, and for whom its expression comes to neither true nor false. */
        matching: z.int(),
        undecided: z.int(),
        joins: z.int(),
        leaves: z.int(),
        conflicts: z.array(conflictSchema),
      }),
    ),
  })
  .meta({ id: 'GroupRulesPreview' })
export type GroupRulesPreview = z.output<typeof groupRulesPreviewSchema>

/** Which of the people of a preview to list. */
export const previewedPeopleQuery = { effect: effectSchema }
