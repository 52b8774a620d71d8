import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { SYNC_KINDS } from '../sync/kind-names.ts'
import { choicesSchema } from './choices.ts'
import { peopleReadSchema } from './people-read.ts'

const kindSchema = z.enum(SYNC_KINDS)

/** Which side wins where both have changed, or where nothing says which has. */
export const PREFERENCES = ['remote', 'workspace'] as const
export type Preference = (typeof PREFERENCES)[number]
const preferenceSchema = z.enum(PREFERENCES)

const pullChoicesSchema = choicesSchema(
  PREFERENCES,
  'The id of a difference of the latest comparison, or of an order that differs',
)
export type Choice = z.output<typeof pullChoicesSchema>[number]

/** What is asked for where two sides are brought in step. @param first who wins at the first time, where a request does not say it */
export const syncRequest = (first: string) =>
  z.object({
    prefer: preferenceSchema.nullish().meta({
      description: `Who wins where both sides have changed. Absent: at the first time ${first}; later such objects stay as they are, as conflicts`,
    }),
    choices: pullChoicesSchema.optional(),
    whole: z.boolean().optional().meta({
      description: 'Whether everything of the remote is read. Absent: only what its log names since the last time',
    }),
  })

/** What a pull is asked for. */
export const pullRequestSchema = syncRequest('the remote').meta({ id: 'PullRequest' })
export type PullRequest = z.output<typeof pullRequestSchema>

/** Why everything of a remote was read, each in a clause. */
export const READING_REASONS = {
  FIRST: 'it was the first time',
  ASKED: 'it was asked for',
  PEOPLE: 'not all of its people count as they are, which its log cannot tell',
  NO_LOG: 'the log of the remote cannot be read',
  NO_POSITION: 'how far its log was read before is not known, as after another token or a pull that was cut short',
  LOG_GONE: 'the event that was read last is no longer in its log',
  MANY_EVENTS: 'its log has very many new events',
  UNNAMED: 'an event of its log does not name what it has changed',
  CLOCK: 'the clock of the remote was set back',
  RIGHTS: 'the token can read less than before',
  LONG_AGO: 'everything was last read long ago',
} as const
export type ReadingReason = keyof typeof READING_REASONS
const READING_REASON_NAMES = Object.keys(READING_REASONS) as [ReadingReason, ...ReadingReason[]]

const countsSchema = z.array(
  z.object({
    kind: kindSchema,
    created: z.int(),
    changed: z.int(),
    removed: z.int(),
    moved: z.int().optional().meta({ description: 'To another place of their list; absent: none' }),
  }),
)

/** What a pull has done. */
const pullSummarySchema = z
  .object({
    objects: z.int().meta({ description: 'How many the remote has' }),
    whole: z
      .enum(READING_REASON_NAMES)
      .nullish()
      .meta({ description: 'Why everything was read; null where only what the log of the remote names was' }),
    counts: countsSchema.meta({ description: 'By kind, where anything was written' }),
    conflicts: z
      .int()
      .meta({ description: 'Objects that both sides have changed, and lists that both have reordered' }),
    refused: z.array(z.object({ kind: kindSchema, name: z.string(), reason: z.string() })).meta({
      description: `Objects that could not be taken over, or whose choice could not be followed, each with the reason; ${LIMITS.pullRefusals} at most`,
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
