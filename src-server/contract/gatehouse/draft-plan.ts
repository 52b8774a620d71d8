import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { syncPlanSchema } from './sync-plan.ts'

/** Which version of what both have changed: that of the draft or of the workspace. */
export const DRAFT_SIDES = ['draft', 'workspace'] as const
export type DraftSide = (typeof DRAFT_SIDES)[number]

/** How the two sides of a draft are brought together. */
export const draftPlanRequestSchema = z
  .object({
    prefer: z.enum(DRAFT_SIDES).nullish().meta({
      description: 'Who wins where both have changed the same since the draft was made. Absent: that is left open',
    }),
  })
  .meta({ id: 'DraftPlanRequest' })
export type DraftPlanRequest = z.output<typeof draftPlanRequestSchema>

/** What publishing a draft would change in the workspace. */
export const draftPlanSchema = syncPlanSchema
  .pick({
    digest: true,
    steps: true,
    counts: true,
    needsConfirmation: true,
    conflicts: true,
    conflicting: true,
    refused: true,
    unread: true,
    effect: true,
    effectProblem: true,
  })
  .extend({
    prefer: draftPlanRequestSchema.shape.prefer,
    problem: z.string().nullable().meta({ description: 'Why the workspace would refuse it, in a sentence' }),
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
    partial: z
      .boolean()
      .optional()
      .meta({ description: 'Leave out what the plan refuses. Absent: nothing is changed if anything is refused' }),
    keep: z
      .boolean()
      .optional()
      .meta({ description: 'Keep the draft afterwards. Absent: it is discarded, unless conflicts are left open' }),
  })
  .meta({ id: 'DraftPublication' })
export type Publication = z.output<typeof publicationSchema>
