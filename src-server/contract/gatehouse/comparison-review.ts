import { z } from 'zod'
import { LIMITS } from '../interface/limits.ts'
import { changeReviewSchema } from './change-review.ts'
import { pullRequestSchema } from './pull.ts'

/** Of what a review is asked for: some differences of the latest comparison, or all that a pull would take over. */
export const comparisonReviewRequestSchema = z
  .object({
    differences: z
      .array(z.string().max(LIMITS.differenceIdLength))
      .min(1)
      .max(LIMITS.reviewedDifferences)
      .optional()
      .meta({
        description:
          'Ids of differences of the latest comparison, orders that differ among them; absent: what a pull with the same choices would take over. What one cannot be without, ' +
          'such as the rules of a new policy, goes with it',
      }),
    ...pullRequestSchema.shape,
  })
  .refine(({ differences, prefer, choices }) => !differences || (!prefer && !choices), {
    path: ['differences'],
    message: 'cannot be combined with who wins',
  })
  .meta({ id: 'ComparisonReviewRequest' })
export type ComparisonReviewRequest = z.output<typeof comparisonReviewRequestSchema>

/** Whom what each side has changed affects. */
export const comparisonReviewSchema = z
  .object({
    from: z.enum(['base', 'workspace']).meta({
      description:
        'What the effects are compared with: what both sides had when they were last the same, or the workspace as it is',
    }),
    remote: changeReviewSchema.nullable().meta({
      description: 'Whom the version of the remote affects. Null: it has changed nothing of this',
    }),
    workspace: changeReviewSchema.nullable().meta({
      description:
        'Whom the version of the workspace affects. Null: it has changed nothing of this, or all is compared with it',
    }),
  })
  .meta({ id: 'ComparisonReview' })
export type ComparisonReview = z.output<typeof comparisonReviewSchema>
