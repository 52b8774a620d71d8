import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'
import { syncPlanSchema } from './sync-plan.ts'

/** What publishing a draft has done to the workspace. */
export const publicationViewSchema = z
  .object({
    id: z.string(),
    draftId: z.string().meta({ description: 'The draft, which is gone unless it was kept' }),
    name: z.string().meta({ description: 'The name of the draft as it was then' }),
    publishedBy: z.object({ id: z.string(), name: z.string() }),
    published: momentSchema,
    digest: z.string().meta({ description: 'That of the plan that was carried out' }),
    steps: z.int(),
    counts: syncPlanSchema.shape.counts,
    takenBackBy: z.string().nullable().meta({
      description:
        'The draft that takes it back; null: none was made, or that was published or discarded since, as the log says',
    }),
    takenBackIn: z
      .string()
      .nullable()
      .meta({ description: 'The publication of a draft that has taken it back; null: none is kept' }),
    leftOut: syncPlanSchema.shape.refused.meta({
      description: 'What that draft leaves as it is, for example since it was changed meanwhile, each with the reason',
    }),
  })
  .meta({ id: 'Publication' })
export type PublicationView = z.output<typeof publicationViewSchema>
