import { z } from 'zod'
import { OS_TYPES } from '../policy/conditions.ts'

/** The page that a step of a story is about, with what is filled in there. */
const storyTargetSchema = z.discriminatedUnion('page', [
  z.object({
    page: z.literal('simulate'),
    user: z.string(),
    app: z.string(),
    ip: z.string(),
    risk: z.enum(['LOW', 'MEDIUM', 'HIGH']),
    registered: z.boolean().nullable(),
    managed: z.boolean().nullable(),
    platform: z.enum(OS_TYPES).nullable(),
  }),
  z.object({ page: z.literal('rule'), policyId: z.string(), ruleId: z.string() }),
  z.object({ page: z.literal('log'), filter: z.string() }),
  z.object({ page: z.literal('zone'), zoneId: z.string() }),
])
export type StoryTarget = z.output<typeof storyTargetSchema>

/** Something to try in the sample organization. */
export const storySchema = z
  .object({
    key: z.string(),
    title: z.string(),
    steps: z.array(
      z.object({
        do: z.string().meta({ description: 'What to do' }),
        shows: z.string().meta({ description: 'What one then sees' }),
        target: storyTargetSchema.nullable().meta({
          description: 'Where; null where the sample is not loaded, or what it is about was renamed or deleted',
        }),
      }),
    ),
  })
  .meta({ id: 'Story' })
export type Story = z.output<typeof storySchema>
