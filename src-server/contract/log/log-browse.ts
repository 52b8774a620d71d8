import { z } from 'zod'
import { nameOfLength, momentSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { logEventSchema, OUTCOMES } from './log-event.ts'

/** Data of an event that the audit page shows beside the event itself. */
export const logRowSchema = z
  .object({
    /** Place in the order of writing; gaps are events that were never committed or are no longer kept. */
    sequence: z.int(),
    /** The import that the event came with; null for what happened here. */
    importId: z.string().nullable(),
    event: logEventSchema,
  })
  .meta({ id: 'LogRow' })
export type LogRow = z.output<typeof logRowSchema>

/** One event with its link in the chain of hashes. */
export const logEventDetailSchema = logRowSchema.extend({
  /** SHA-256, hexadecimal, of the hash before and the event's stored text. */
  chain: z.string(),
})
export type LogEventDetail = z.output<typeof logEventDetailSchema>

/**
 * Events over time: bucket `i` covers `stepMs` milliseconds from `origin + i * stepMs`. Only outcomes that occur are there.
 */
export const logHistogramSchema = z
  .object({
    origin: momentSchema,
    stepMs: z.int(),
    total: z.int(),
    counts: z.partialRecord(z.enum(OUTCOMES), z.array(z.int())),
  })
  .meta({ id: 'LogHistogram' })
export type LogHistogram = z.output<typeof logHistogramSchema>

/** Attributes of the filter grammar that the log is counted by. */
export const LOG_FACETS = [
  'eventType',
  'actor.id',
  'target.id',
  'outcome.result',
  'severity',
  'client.ipAddress',
  'gatehouse.import.id',
] as const
export type LogFacetAttribute = (typeof LOG_FACETS)[number]

export const logFacetSchema = z
  .object({
    attribute: z.enum(LOG_FACETS),
    /** The most frequent values first. */
    values: z.array(
      z.object({
        value: z.string(),
        /** The latest name of an actor or target, the name of an import; null where the value speaks for itself or has no name. */
        label: z.string().nullable(),
        count: z.int(),
      }),
    ),
    /** Whether there are more values than these. */
    hasMore: z.boolean(),
    /** Events that have none; of imports, those of this workspace itself. */
    without: z.int(),
  })
  .meta({ id: 'LogFacet' })
export type LogFacet = z.output<typeof logFacetSchema>

const DATE = String.raw`\d{4}-\d{2}-\d{2}`
const MOMENT = String.raw`(today|yesterday|[A-Z][a-z]+day|${DATE})( \d{2}:\d{2})?`
/** The names of ranges, and ranges in the form in which they are written when they were typed. */
const RANGE_NAME = new RegExp(
  [
    'hour|day|week|month|quarter|all|custom',
    String.raw`last \d{1,6} (minute|hour|day|week)s?`,
    `today|yesterday|${DATE}`,
    `since ${MOMENT}`,
    `${MOMENT} to ${MOMENT}`,
  ]
    .map((form) => `^(${form})$`)
    .join('|'),
)

/** A range of time as a person chose it: by name, as typed (`last 90 minutes`), or by its bounds. */
const savedRangeSchema = z.object({
  name: z
    .string()
    .regex(RANGE_NAME, 'must be the name of a range, or a range such as "last 90 minutes"')
    .meta({ description: 'A preset, `custom`, or a range as it is typed', example: 'last 90 minutes' }),
  since: z.union([momentSchema, z.literal('')]),
  until: z.union([momentSchema, z.literal('')]),
})

export const savedSearchWriteSchema = z
  .object({
    name: nameOfLength(100),
    filter: z.string().max(LIMITS.filterLength),
    q: z.string().max(LIMITS.logKeywords * (LIMITS.logKeywordLength + 1)),
    range: savedRangeSchema,
  })
  .meta({ id: 'SavedSearchWrite' })
export type SavedSearchWrite = z.output<typeof savedSearchWriteSchema>

/** A saved search of the audit log; it belongs to the workspace. */
export const savedSearchSchema = savedSearchWriteSchema
  .extend({ id: z.string(), created: momentSchema, lastUpdated: momentSchema })
  .meta({ id: 'SavedSearch' })
export type SavedSearch = z.output<typeof savedSearchSchema>
