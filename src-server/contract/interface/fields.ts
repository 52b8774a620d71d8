import './messages.ts'
import { z } from 'zod'
import { LIMITS } from './limits.ts'

/** ISO 8601, UTC, milliseconds. */
export const momentSchema = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601 timestamp in UTC with milliseconds', example: '2026-01-31T09:15:00.123Z' })

/** How replies write what a schema of a text holds; the schema itself does the same when it parses. */
export const replyForm = z.registry<{ write: (text: string) => string }>()

const toSeconds = (moment: string) => `${moment.slice(0, 19)}.000Z`
const toSpaced = (moment: string) => `${moment.slice(0, 10)} ${moment.slice(11, 19)}.0`

/** When objects of the interface were made and changed: to the second (spec/5 §0.2). What is stored is finer. */
export const timestampSchema = momentSchema
  .overwrite(toSeconds)
  .meta({ description: 'ISO 8601 timestamp in UTC, to the second', example: '2026-01-31T09:15:00.000Z' })
  .register(replyForm, { write: toSeconds })

/** The same as some collections write it (spec/5 §0.2). */
export const spacedTimestampSchema = z
  .string()
  .overwrite(toSpaced)
  .meta({ description: 'Timestamp in UTC, to the second', example: '2026-01-31 09:15:00.0' })
  .register(replyForm, { write: toSpaced })

export const activeStatusSchema = z.enum(['ACTIVE', 'INACTIVE'])
export type ActiveStatus = z.infer<typeof activeStatusSchema>

/**
 * Nothing that a terminal obeys, that ends a line, or that turns the order of what follows (overrides and isolates; the
 * marks LRM and RLM are part of writing Arabic and Hebrew).
 */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const ONE_PLAIN_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/

/** A text of one line, as names of all kinds are made of; its length is the field's own matter. */
export function lineSchema() {
  return z
    .string()
    .regex(ONE_PLAIN_LINE, 'must not hold line breaks, control characters or marks that turn the direction of text')
}

/** What people call something: one line, without spaces around it, that is not empty. @param max characters */
export function nameOfLength(max: number) {
  return lineSchema().trim().min(1, 'must not be empty').max(max)
}

export const nameSchema = nameOfLength(LIMITS.nameLength)
export const descriptionSchema = z.string().max(LIMITS.descriptionLength).nullish()

/** A list of identifiers in a condition, without repeats. */
export const idListSchema = z
  .array(z.string().min(1).max(255))
  .max(LIMITS.conditionEntries)
  .refine((ids) => new Set(ids).size === ids.length, 'must not name the same id twice')

/** `\d+A(\d+B)?(\d+C)?` and what begins with a later one: at least one of the units, each once and in their order. */
const someOf = (units: string): string =>
  [...units]
    .map((unit, at) => `\\d+${unit}${[...units.slice(at + 1)].map((later) => `(?:\\d+${later})?`).join('')}`)
    .join('|')
const DATE = `(?:${someOf('YMD')})`
const TIME = `T(?:${someOf('HMS')})`
// Without a lookahead, which generators of values from a document's patterns do not know.
const PERIOD = new RegExp(`^P(?:\\d+W|${DATE}(?:${TIME})?|${TIME})$`)

/** An ISO 8601 period such as `PT12H` or `P1DT30M`; weeks cannot be combined (`P2W`). */
export const periodSchema = z
  .string()
  .max(40)
  .regex(PERIOD, 'must be an ISO 8601 period such as PT12H')
  .meta({ description: 'ISO 8601 period', example: 'PT12H' })

/** One HAL link. */
export const linkSchema = z.object({
  name: z.string().optional(),
  rel: z.string().optional(),
  href: z.string(),
  title: z.string().optional(),
  templated: z.boolean().optional(),
  type: z.string().optional(),
  method: z.string().optional(),
  hints: z.object({ allow: z.array(z.string()) }).optional(),
})

/** HAL links: one link or a list of them under each name. */
export const linksSchema = z
  .record(z.string(), z.union([linkSchema, z.array(linkSchema)]))
  .meta({ id: 'Links', description: 'Related resources and the verbs that each allows now' })
export type Links = z.infer<typeof linksSchema>

/** Decimal digits; with a sign they are told to be too small. */
const isWhole = (given: unknown) => typeof given === 'string' && /^(?:\d{1,15}|-[1-9]\d{0,14})$/.test(given)

/** A whole number of a query, as text in. */
export function wholeNumberSchema(min: number, max: number) {
  const unreadable = ({ code }: { code?: string }) => (code === 'invalid_type' ? 'must be a whole number' : undefined)
  const size = z.coerce.number({ error: unreadable }).int().min(min).max(max)
  // WHY not coercion alone: it reads an empty text as 0, and `1e2`, `0x10` and ` 5` as numbers, too.
  return z.preprocess((given) => (typeof given === 'number' || isWhole(given) ? given : NaN), size)
}

/** A query's `limit`, as text in, a number out; the collection's bounds apply. */
export function limitSchema(page: { fallback: number; max: number }, min = 1) {
  return wholeNumberSchema(min, page.max)
    .default(page.fallback)
    .meta({ description: `Page size, ${min} to ${page.max}; ${page.fallback} when absent` })
}

/** A `limit` for lists that are whole without one, or choose for themselves. */
export function optionalLimitSchema(page: { max: number }) {
  return wholeNumberSchema(1, page.max)
    .optional()
    .meta({ description: `Page size, 1 to ${page.max}` })
}

/** An opaque cursor, taken from a `next` link. */
export const cursorSchema = z.string().min(1).max(500).optional().meta({ description: 'Cursor from a `next` link' })

/** A query's parameter that may be repeated: a list in any case; absent when it is not given. */
export function repeatableSchema<Item extends z.ZodType<string>>(item: Item) {
  const list = z.preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(item))
  return (list as unknown as z.ZodType<z.output<Item>[], z.input<Item> | z.input<Item>[]>).optional()
}

/** A query's boolean: the words `true` and `false` only. */
export function queryBooleanSchema(fallback: boolean) {
  return z
    .enum(['true', 'false'])
    .default(fallback ? 'true' : 'false')
    .transform((word) => word === 'true')
}
