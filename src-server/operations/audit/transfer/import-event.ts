import { z } from 'zod'
import { isDeeperThan } from '#contract/interface/json-depth.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import { toRow, type EventRow } from '#audit-log/append-events.ts'

/** A value that other logs leave out, or leave empty. */
const or = <Schema extends z.ZodType, Fallback>(schema: Schema, fallback: Fallback) =>
  schema.nullish().transform((value) => value ?? fallback)
const text = or(z.string(), null)
const map = or(z.record(z.string(), z.unknown()), null)
/** The same for a field that has no null in our schema: it goes away. */
const orAbsent = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined)

/** What identifies: columns hold it, so it is one plain word. */
const word = z.string().regex(/^[^\p{Cc}\p{Cs}\s]{1,255}$/u, 'must be 1 to 255 characters without blanks')
/** As `word`, but people's ids elsewhere may well hold blanks. */
const name = z.string().regex(/^[^\p{Cc}\p{Cs}]{1,255}$/u, 'must be 1 to 255 characters')

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/

/** ISO 8601 in any zone becomes UTC with milliseconds, as the log is in order of it. Of a future is fine: clocks differ. */
const published = z.string().transform((given, context) => {
  const at = INSTANT.test(given) ? new Date(given) : null
  const year = at?.getUTCFullYear() ?? NaN
  if (at && year >= 0 && year <= 9_999) return at.toISOString()
  context.addIssue({ code: 'custom', message: 'must be a moment such as 2026-01-31T09:15:00.000Z' })
  return z.NEVER
})

const geography = z.looseObject({
  geolocation: orAbsent(z.object({ lat: z.number(), lon: z.number() })),
  city: text,
  state: text,
  country: text,
  postalCode: text,
})

const actor = { alternateId: text, displayName: text, detailEntry: map }

const eventSchema = z.looseObject({
  uuid: word,
  published,
  eventType: word,
  version: or(z.string(), '0'),
  severity: or(word, 'INFO'),
  legacyEventType: text,
  displayMessage: text,
  actor: z.looseObject({ id: name, type: name, ...actor }),
  client: or(
    z.looseObject({
      id: text,
      userAgent: or(z.looseObject({ browser: text, os: text, rawUserAgent: text }), null),
      geographicalContext: or(geography, null),
      zone: text,
      ipAddress: text,
      device: text,
    }),
    null,
  ),
  device: map,
  request: or(
    z.looseObject({
      ipChain: or(
        z.array(
          z.looseObject({
            ip: or(z.string(), null),
            geographicalContext: or(geography, null),
            version: or(z.string(), 'V4'),
            source: text,
          }),
        ),
        [],
      ),
    }),
    { ipChain: [] },
  ),
  outcome: or(z.looseObject({ result: or(word, 'UNKNOWN'), reason: text }), {
    result: 'UNKNOWN',
    reason: null,
  }),
  target: or(
    z.array(
      z.looseObject({
        id: or(z.string(), 'unknown'),
        type: or(z.string(), 'unknown'),
        ...actor,
        changeDetails: orAbsent(
          z.looseObject({
            from: or(z.record(z.string(), z.unknown()), {}),
            to: or(z.record(z.string(), z.unknown()), {}),
          }),
        ),
      }),
    ),
    null,
  ),
  transaction: or(
    z.looseObject({
      type: or(word, 'WEB'),
      id: or(z.string(), 'unknown'),
      detail: or(z.record(z.string(), z.unknown()), {}),
    }),
    { type: 'WEB', id: 'unknown', detail: {} },
  ),
  debugContext: or(z.looseObject({ debugData: or(z.record(z.string(), z.unknown()), {}) }), { debugData: {} }),
  authenticationContext: map,
  securityContext: map,
})

/** An event, or what is wrong with it: a sentence that names the field, without capital and full stop. */
type ReadEvent = { event: LogEvent; problem: null } | { event: null; problem: string }

/**
 * Reads an event of another log. What it must have: uuid, published, eventType, and who acted; of the rest, what is missing is
 * filled as our schema wants it, what is there must have the right type, and what is unknown stays.
 */
function readEvent(json: string): ReadEvent {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return { event: null, problem: 'this is not JSON' }
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return { event: null, problem: 'this is not an event' }
  if (isDeeperThan(LIMITS.logImportDepth, value))
    return {
      event: null,
      problem: `this holds more than ${LIMITS.logImportDepth} objects and lists inside one another`,
    }
  setAsideMark(value as Record<string, unknown>)
  const result = eventSchema.safeParse(value)
  if (result.success) return { event: inOrderOf(value, result.data) as LogEvent, problem: null }
  const [issue] = result.error.issues
  return { event: null, problem: `${issue?.path.map(String).join('.') || 'this'} ${issue?.message}` }
}

/** So long that its line in a bundle, with the mark of the import and its connection, is not longer than an import takes. */
const LONGEST_EVENT = LIMITS.logImportLineBytes - 2_048

/** The row of an event of another log, or what is wrong with it, as {@link readEvent} says it. @param json of the event */
export function readRow(json: string): { row: EventRow; problem: null } | { row: null; problem: string } {
  const { event, problem } = readEvent(json)
  if (event === null) return { row: null, problem }
  const row = toRow(event)
  if (Buffer.byteLength(row[4]) <= LONGEST_EVENT) return { row, problem: null }
  return { row: null, problem: `this is an event of more than ${LONGEST_EVENT} bytes` }
}

/** What another log says under our own key is kept under another one: here that key tells which import an event came with. */
function setAsideMark(event: Record<string, unknown>): void {
  if (!Object.hasOwn(event, 'gatehouse')) return
  event['gatehouseOfSource'] = event['gatehouse']
  delete event['gatehouse']
}

/** What was parsed, its fields in the order that they came in: an event that lacked nothing leaves as it was. */
function inOrderOf(original: unknown, parsed: unknown): unknown {
  if (parsed === null || typeof parsed !== 'object') return parsed
  if (Array.isArray(parsed))
    return parsed.map((item, index) => inOrderOf((original as unknown[] | null)?.[index], item))
  const [before, after] = [(original ?? {}) as Record<string, unknown>, parsed as Record<string, unknown>]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  const kept = [...keys].filter((key) => key !== '__proto__' && Object.hasOwn(after, key) && after[key] !== undefined)
  return Object.fromEntries(kept.map((key) => [key, inOrderOf(before[key], after[key])]))
}
