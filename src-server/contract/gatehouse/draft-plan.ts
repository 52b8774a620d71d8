import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { choicesSchema } from './choices.ts'
import { planConflictSchema, syncPlanSchema } from './sync-plan.ts'

/** Which version of what both have changed: that of the draft or of the workspace. */
export const DRAFT_SIDES = ['draft', 'workspace'] as const
export type DraftSide = (typeof DRAFT_SIDES)[number]

const draftChoicesSchema = choicesSchema(DRAFT_SIDES, 'The `difference` of a conflict of the plan')

/** How the two sides of a draft are brought together. */
export const draftPlanRequestSchema = z
  .object({
    prefer: z.enum(DRAFT_SIDES).nullish().meta({
      description: 'Who wins where both have changed the same since the draft was made. Absent: that is left open',
    }),
    choices: draftChoicesSchema.optional().meta({
      description:
        'Who wins in a kind, an object, a field, or the order of a list; the narrower one decides, and `prefer` the rest. One of what is no conflict has no effect',
    }),
  })
  .meta({ id: 'DraftPlanRequest' })
export type DraftPlanRequest = z.output<typeof draftPlanRequestSchema>

/** What the draft and the workspace have both changed, with what each has. */
const draftConflictSchema = planConflictSchema.extend({
  difference: z.string().nullable().meta({
    description:
      'By which `choices` decide it. Null: it is one of so many removals that they are chosen for all of their kind alone',
  }),
  onlyIn: z
    .enum(DRAFT_SIDES)
    .nullable()
    .meta({ description: 'The side that has the object, where the other one has removed it; null: both have it' }),
  fields: z
    .array(z.object({ path: z.string(), before: z.unknown().optional(), draft: z.unknown(), workspace: z.unknown() }))
    .meta({
      description: `What both have changed in an object that both have: \`before\` the draft was made, unless it was not there then, and now; ${LIMITS.conflictFields} at most`,
    }),
  moreFields: z.int().meta({ description: 'How many more there are: what a plan says of its conflicts is bounded' }),
  order: z
    .object({
      ...{ draft: z.array(z.string()), workspace: z.array(z.string()) },
      more: z
        .object({ draft: z.int(), workspace: z.int() })
        .meta({ description: 'How many more names there are of each' }),
    })
    .nullable()
    .meta({
      description: `Of a list: the names of what both have, in the order of each; ${LIMITS.conflictFields} at most`,
    }),
})
export type DraftConflict = z.output<typeof draftConflictSchema>

/** What publishing a draft would change in the workspace. */
export const draftPlanSchema = syncPlanSchema
  .pick({
    digest: true,
    steps: true,
    counts: true,
    needsConfirmation: true,
    conflicts: true,
    refused: true,
    unread: true,
    effect: true,
    effectProblem: true,
  })
  .extend({
    conflicting: z.array(draftConflictSchema).meta({
      description: `What the draft and the workspace have both changed, each with what it belongs to; ${LIMITS.pullRefusals} at most`,
    }),
    prefer: draftPlanRequestSchema.shape.prefer,
    choices: draftChoicesSchema.meta({ description: 'Those that the plan was asked for with' }),
    problem: z.string().nullable().meta({ description: 'Why the workspace would refuse it as a whole, in a sentence' }),
    planned: momentSchema,
  })
  .meta({ id: 'DraftPlan' })
export type DraftPlan = z.output<typeof draftPlanSchema>

/** How a draft is published. */
export const publicationSchema = z
  .object({
    digest: z
      .string()
      .max(LIMITS.nameLength)
      .meta({ description: 'That of the plan that was read: nothing is changed if it is another one by now' }),
    confirmation: z
      .string()
      .max(LIMITS.nameLength)
      .optional()
      .meta({ description: 'The name of the draft, where the plan needs it' }),
    partial: z.boolean().optional().meta({
      description: 'Leave out what is `refused` in the plan. Absent: nothing is changed if anything is refused',
    }),
    keep: z
      .boolean()
      .optional()
      .meta({ description: 'Keep the draft afterwards. Absent: it is discarded, unless conflicts are left open' }),
  })
  .meta({ id: 'DraftPublication' })
export type Publication = z.output<typeof publicationSchema>
