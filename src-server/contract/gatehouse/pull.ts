import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { SYNC_KINDS } from '../sync/kind-names.ts'
import { peopleReadSchema } from './people-read.ts'

const kindSchema = z.enum(SYNC_KINDS)

/** Which side wins where both have changed, or where nothing says which has. */
export const PREFERENCES = ['remote', 'workspace'] as const
export type Preference = (typeof PREFERENCES)[number]
const preferenceSchema = z.enum(PREFERENCES)

/** Who wins in what: in a field of an object, in an object, or in a kind; the narrower one decides. */
const choiceSchema = z
  .object({
    kind: kindSchema,
    difference: z
      .string()
      .max(LIMITS.differenceIdLength)
      .optional()
      .meta({ description: 'The id of a difference of the latest comparison; absent: all of the kind' }),
    path: z
      .string()
      .max(LIMITS.differencePathLength)
      .optional()
      .meta({ description: 'A field of that object; absent: all of it' }),
    prefer: preferenceSchema,
  })
  .refine(({ difference, path }) => path === undefined || difference !== undefined, {
    path: ['difference'],
    message: 'is required with a path',
  })
export type Choice = z.output<typeof choiceSchema>

/** What a pull is asked for. */
export const pullRequestSchema = z
  .object({
    prefer: preferenceSchema.nullish().meta({
      description:
        'Who wins where both sides have changed. Absent: with the first pull the remote; later such objects stay as they are, as conflicts',
    }),
    choices: z.array(choiceSchema).max(LIMITS.pullChoices).optional(),
  })
  .meta({ id: 'PullRequest' })
export type PullRequest = z.output<typeof pullRequestSchema>

const countsSchema = z.array(
  z.object({
    kind: kindSchema,
    created: z.int(),
    changed: z.int(),
    removed: z.int(),
  }),
)

/** What a pull has done. */
const pullSummarySchema = z
  .object({
    objects: z.int().meta({ description: 'How many the remote has' }),
    counts: countsSchema.meta({ description: 'By kind, where anything was written' }),
    conflicts: z
      .int()
      .meta({ description: 'Objects that both sides have changed, and lists that both have reordered' }),
    refused: z.array(z.object({ kind: kindSchema, name: z.string(), reason: z.string() })).meta({
      description: `Objects that could not be taken over, each with the reason; ${LIMITS.pullRefusals} at most`,
    }),
    unread: z
      .array(z.object({ kind: kindSchema, call: z.string().nullable(), reason: z.string() }))
      .meta({ description: 'What a side could not say, so that it stays as it was' }),
    people: peopleReadSchema.optional().meta({ description: 'Where not all people are taken as they are' }),
  })
  .meta({ id: 'PullSummary' })
export type PullSummary = z.output<typeof pullSummarySchema>

/** The latest pull from a remote. */
export const pullSchema = pullSummarySchema.extend({ pulledAt: momentSchema }).meta({ id: 'Pull' })
