import { z } from 'zod'
import { worded, wordsWithin } from '../interface/translated.ts'
import { HOOK_EVENT_TYPES, isHookEligible } from '../log/event-types.ts'
import {
  activeStatusSchema,
  descriptionSchema,
  linksSchema,
  momentSchema,
  nameSchema,
  timestampSchema,
} from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

/** Headers that belong to the exchange itself, in lower case: an endpoint's own may not take their place. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'connection',
  'cookie',
  'cookie2',
  'date',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
])
const RESERVED_PREFIXES = ['content-', 'proxy-', 'sec-', 'x-svc-']

/** Whether a hook may not send a header of this name, whatever its case (spec/3 "Event Hook"). */
function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return RESERVED_HEADERS.has(lower) || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix))
}

const headerNameSchema = z
  .string()
  .min(1)
  .max(LIMITS.hookHeaderNameLength)
  .regex(/^[!#$%&'*+.^_`|~\w-]*$/, 'must be the name of a header')
  .refine((name) => !isReservedHeader(name), 'is a header that the service sets itself')

const headerValueSchema = z
  .string()
  .min(1)
  .max(LIMITS.hookHeaderValueLength)
  .regex(/^[\x20-\x7e]*$/, 'must hold printable ASCII characters only')

const methodSchema = z.literal('POST').default('POST')
const channelShape = { type: z.literal('HTTP').default('HTTP'), version: z.literal('1.0.0').default('1.0.0') }

const configWriteSchema = z
  .object({
    uri: z
      .string()
      .min(1)
      .max(LIMITS.hookUriLength)
      // eslint-disable-next-line no-control-regex -- control characters are what is looked for
      .refine((uri) => !/[\s\u0000-\u001f\u007f]/.test(uri), 'must not contain whitespace')
      .meta({ description: 'Where events go: an address that begins with `https://`' }),
    headers: z
      .array(z.object({ key: headerNameSchema, value: headerValueSchema }))
      .max(LIMITS.hookHeaders)
      .nullish(),
    authScheme: z
      .object({
        type: z.literal('HEADER'),
        key: headerNameSchema,
        value: headerValueSchema
          .nullish()
          .meta({ writeOnly: true, description: 'Sent to the endpoint, never returned; absent in a PUT: kept' }),
      })
      .nullish(),
    method: methodSchema,
  })
  .superRefine(({ headers, authScheme }, context) => {
    const seen = new Set<string>()
    headers?.forEach(({ key }, index) => {
      if (seen.has(key.toLowerCase()))
        context.addIssue({ code: 'custom', path: ['headers', index, 'key'], message: 'is there twice' })
      seen.add(key.toLowerCase())
    })
    if (authScheme && seen.has(authScheme.key.toLowerCase()))
      context.addIssue({ code: 'custom', path: ['authScheme', 'key'], message: 'is among the headers already' })
  })

const EXAMPLE_FILTER = `event.severity == 'WARN'`

/** WHY the names stand in the document alone: a refusal names all that are refused, and why. */
const hookEventTypeSchema = z
  .string()
  .max(LIMITS.nameLength)
  .meta({ id: 'HookEventType', description: 'An event that hooks can subscribe to', enum: HOOK_EVENT_TYPES })
  .register(wordsWithin, { as: 'word' })

const filterSchema = z.object({
  type: z.literal('EXPRESSION_LANGUAGE'),
  eventFilterMap: z
    .array(
      z.object({
        event: hookEventTypeSchema,
        condition: z.object({
          version: z.string().max(20).nullish(),
          expression: worded(
            z.string().min(1).max(LIMITS.expressionLength).meta({ example: EXAMPLE_FILTER }),
            'expression',
          ),
        }),
      }),
    )
    .max(LIMITS.hookEventTypes),
})

const eventsWriteSchema = z
  .object({
    type: z.literal('EVENT_TYPE'),
    items: z
      .array(hookEventTypeSchema)
      .min(1)
      .max(LIMITS.hookEventTypes)
      .superRefine((items, context) => {
        const ineligible = items.filter((item) => !isHookEligible(item))
        const repeated = items.filter((item, index) => items.indexOf(item) !== index)
        if (ineligible.length) context.addIssue(`hooks cannot subscribe to ${ineligible.join(', ')}`)
        if (repeated.length) context.addIssue(`must not name ${repeated[0]} twice`)
      }),
    filter: filterSchema.nullish(),
  })
  .superRefine(({ items, filter }, context) => {
    const seen = new Set<string>()
    filter?.eventFilterMap.forEach(({ event }, index) => {
      const message = !items.includes(event) ? 'is not among the items' : seen.has(event) ? 'is there twice' : null
      if (message) context.addIssue({ code: 'custom', path: ['filter', 'eventFilterMap', index, 'event'], message })
      seen.add(event)
    })
  })

/** An event hook as a request carries it; whether its address and its expressions will do is the operation's check. */
export const eventHookWriteSchema = z
  .object({
    name: nameSchema,
    description: descriptionSchema,
    events: eventsWriteSchema,
    channel: z.object({ ...channelShape, config: configWriteSchema }),
  })
  .meta({ id: 'EventHookWrite' })
export type EventHookWrite = z.output<typeof eventHookWriteSchema>

/** A replacement may switch the hook on or off besides (spec/5 §12). */
export const eventHookReplaceSchema = eventHookWriteSchema
  .extend({ status: activeStatusSchema.optional().meta({ description: 'Absent: it stays as it is' }) })
  .meta({ id: 'EventHookReplace' })
export type EventHookReplace = z.output<typeof eventHookReplaceSchema>

const VERIFICATION_STATUSES = ['UNVERIFIED', 'VERIFIED'] as const
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number]

/** Which events a hook hears of, and under which conditions. */
const hookEventsSchema = z.object({
  type: z.literal('EVENT_TYPE'),
  items: z.array(z.string()),
  filter: z
    .object({
      type: z.literal('EXPRESSION_LANGUAGE'),
      eventFilterMap: z.array(
        z.object({
          event: z.string(),
          condition: z.object({ version: z.string().nullable(), expression: worded(z.string(), 'expression') }),
        }),
      ),
    })
    .nullable(),
})
export type HookEvents = z.output<typeof hookEventsSchema>

/** A registered endpoint and what it hears of (spec/3 "Event Hook", in the order of spec/5 §12); hears only while ACTIVE and VERIFIED. */
export const eventHookSchema = z
  .object({
    id: z.string(),
    status: activeStatusSchema,
    verificationStatus: z.enum(VERIFICATION_STATUSES),
    name: z.string(),
    description: z.string().nullable(),
    created: timestampSchema,
    createdBy: z.string(),
    lastUpdated: timestampSchema,
    events: hookEventsSchema,
    channel: z.object({
      type: z.literal('HTTP'),
      version: z.literal('1.0.0'),
      config: z.object({
        uri: z.string(),
        headers: z.array(z.object({ key: z.string(), value: z.string() })),
        method: z.literal('POST'),
        authScheme: z.object({ type: z.literal('HEADER'), key: z.string() }).nullable(),
      }),
    }),
    _links: linksSchema,
  })
  .meta({ id: 'EventHook' })
export type EventHook = z.output<typeof eventHookSchema>

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** One try of a delivery. */
const deliveryAttemptSchema = z.object({
  started: momentSchema,
  durationMs: z.int(),
  status: z.int().nullable().meta({ description: 'HTTP status of the answer; null when there was none' }),
  problem: z.string().nullable().meta({ description: 'What went wrong, in one clause; null when nothing did' }),
  response: z.string().nullable().meta({ description: 'How the answer began' }),
})
export type DeliveryAttempt = z.output<typeof deliveryAttemptSchema>

/** One request to a hook's endpoint, with the events that it carries. FAILED stays until it is sent again by hand. */
export const hookDeliverySchema = z
  .object({
    id: z.string().meta({ description: 'The `eventId` of the request; the same whenever it is sent again' }),
    status: z.enum(DELIVERY_STATUSES),
    eventCount: z.int(),
    eventTypes: z.array(z.string()),
    reason: z.string().nullable().meta({ description: 'Why it failed; null otherwise' }),
    created: momentSchema,
    completed: momentSchema.nullable(),
    attempts: z.array(deliveryAttemptSchema),
  })
  .meta({ id: 'HookDelivery' })
export type HookDelivery = z.output<typeof hookDeliverySchema>

/** A delivery with what it sends, as far as the log still holds the events. */
export const hookDeliveryDetailSchema = hookDeliverySchema
  .extend({ body: z.record(z.string(), z.unknown()) })
  .meta({ id: 'HookDeliveryDetail' })

/** Why deliveries of a hook are held back: its endpoint fails again and again, or the organization has sent what it may in a day. */
const REST_REASONS = ['FAILURES', 'DAY_LIMIT'] as const

/** A pause between deliveries; queued events wait. */
const hookBackoffSchema = z.object({ reason: z.enum(REST_REASONS), until: momentSchema })
export type HookBackoff = z.output<typeof hookBackoffSchema>

/** How a hook's deliveries go, as far as they are kept. */
export const hookHealthSchema = z
  .object({
    eventHookId: z.string(),
    delivered: z.int().meta({ description: 'Requests that were taken' }),
    failed: z.int().meta({ description: 'Requests that failed and wait for a person' }),
    waiting: z.int().meta({ description: 'Events that are queued or under way' }),
    lastCompleted: momentSchema.nullable(),
    lastStatus: z.enum(DELIVERY_STATUSES).nullable().meta({ description: 'What came of the last request' }),
    backoff: hookBackoffSchema.nullable().meta({ description: 'Null while nothing holds it back' }),
  })
  .meta({ id: 'HookHealth' })
export type HookHealth = z.output<typeof hookHealthSchema>

/** A request that the built-in receiver got. */
const receivedRequestSchema = z
  .object({
    sequence: z.int().meta({ description: 'Rises with every request until the service ends' }),
    received: momentSchema,
    method: z.enum(['GET', 'POST']),
    headers: z.array(
      z.object({
        key: z.string(),
        value: z.string().nullable().meta({ description: 'Null where it may be a secret' }),
      }),
    ),
    body: z.string(),
    truncated: z.boolean().meta({ description: 'Whether the body was longer than what is kept' }),
  })
  .meta({ id: 'ReceivedRequest' })
export type ReceivedRequest = z.output<typeof receivedRequestSchema>

/** The built-in receiver: its address, and requests in the order of arrival. */
export const hookReceiverSchema = z
  .object({
    uri: z.string().nullable().meta({ description: 'Null while the developer switch is off' }),
    requests: z.array(receivedRequestSchema),
  })
  .meta({ id: 'HookReceiver' })

/** What only people who build something against this workspace switch on. */
export const developerSettingsSchema = z
  .object({
    allowLocalHooks: z.boolean().meta({
      description: 'Event hooks may call loopback and private addresses, and loopback over plain http',
    }),
  })
  .meta({ id: 'DeveloperSettings' })
export type DeveloperSettings = z.output<typeof developerSettingsSchema>
