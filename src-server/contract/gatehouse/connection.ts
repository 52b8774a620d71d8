import { z } from 'zod'
import { lineSchema, momentSchema, nameSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { vocabularySchema } from '../vocabulary/vocabulary.ts'

/** The share of the remote's rate limits that is used unless a connection says otherwise, in percent. */
const USUAL_BUDGET = 50

const tokenSchema = z
  .string()
  .min(1)
  .max(LIMITS.remoteTokenLength)
  // What else a header could hold would end it, or be no part of a token.
  .regex(/^[\x21-\x7e]*$/, 'must hold printable ASCII characters without blanks only')

const serviceAppShape = {
  type: z.literal('SERVICE_APP'),
  clientId: lineSchema().min(1).max(LIMITS.clientIdLength).meta({ description: 'Of the service app at the remote' }),
  scopes: z
    .array(z.string().regex(/^[\w.:-]{1,100}$/, 'must be a scope, such as svc.groups.read'))
    .min(1)
    .max(LIMITS.requestedScopes)
    .meta({ description: 'What access tokens are asked for, in our words', example: ['svc.groups.read'] }),
}

const budgetPercentSchema = z
  .int()
  .min(1)
  .max(100)
  .meta({ description: 'The most that is used of each rate limit of the remote, in percent' })

const peopleSchema = z
  .discriminatedUnion('mode', [
    z.object({ mode: z.literal('ALL') }),
    z.object({
      mode: z.literal('SEARCH'),
      search: z.string().trim().min(1).max(LIMITS.filterLength).meta({
        description: 'An expression, as the list of people takes it',
        example: 'profile.department eq "Sales"',
      }),
    }),
    z.object({ mode: z.literal('PSEUDONYMS') }),
  ])
  .meta({
    id: 'ConnectionPeople',
    description:
      'Which people of the remote are compared and pulled: all, those of a search, or pseudonyms in their place, which keep what ' +
      'rules read and nothing else',
  })
/** Which people of its remote a connection takes into account. */
export type ConnectionPeople = z.output<typeof peopleSchema>

export const connectionWriteSchema = z
  .object({
    name: nameSchema,
    address: z.string().min(1).max(LIMITS.addressLength).meta({
      description: 'https, or http on this machine; nothing behind host and port',
      example: 'https://acme.example.com',
    }),
    authentication: z.discriminatedUnion('type', [
      z.object({
        type: z.literal('API_TOKEN'),
        token: tokenSchema.optional().meta({
          description: 'Never shown again. Absent: the stored one stays, unless the address changes',
        }),
      }),
      z.object(serviceAppShape),
    ]),
    vocabulary: vocabularySchema
      .nullable()
      .default(null)
      .meta({ description: 'Of the remote; null for our own words' }),
    budgetPercent: budgetPercentSchema.default(USUAL_BUDGET),
    mayWrite: z.boolean().default(false).meta({ description: 'Whether anything may be changed there' }),
    people: peopleSchema.optional().meta({ description: 'Absent: all of a new connection; else as they were' }),
    followLog: z.boolean().optional().meta({
      description:
        'Whether its log is read on into the audit log, which takes all people. Absent: off for a new connection; else as it was',
    }),
  })
  .meta({ id: 'ConnectionWrite' })
export type ConnectionWrite = z.output<typeof connectionWriteSchema>

/** The public half of a key that this workspace made, as a service app is given it (RFC 7517). */
const publicKeySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  alg: z.literal('ES256'),
  use: z.literal('sig'),
})
export type ConnectionPublicKey = z.output<typeof publicKeySchema>

const shownAuthenticationSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('API_TOKEN') }),
  z.object({
    ...serviceAppShape,
    publicKey: publicKeySchema.meta({ description: 'To be registered with the service app at the remote' }),
  }),
])
/** How a connection authenticates, without anything secret; stored and shown. */
export type ConnectionAuthentication = z.output<typeof shownAuthenticationSchema>

const followingSchema = z
  .object({
    importId: z.string().meta({ description: 'The import of the audit log that its events belong to' }),
    followedAt: momentSchema.nullable().meta({ description: 'When it was last read without a problem' }),
    newest: momentSchema
      .nullable()
      .meta({ description: 'When the last event that was read happened, by the clock of the remote' }),
    isBehind: z.boolean().meta({ description: 'Whether the remote has more, which is read in the next minutes' }),
    added: z.int().meta({ description: 'Events that were added' }),
    known: z.int().meta({ description: 'Events that were passed over, because the log has them already' }),
    unreadable: z.int().meta({ description: 'Events that were passed over, because they cannot be read' }),
    unreadableReason: z.string().nullable().meta({ description: 'Why the last of them cannot be read' }),
    gapAt: momentSchema.nullable().meta({
      description: 'When the remote no longer knew how far it was read, so that events before may be missing',
    }),
    problem: z.string().nullable().meta({ description: 'Why it could not be read the last time, in one sentence' }),
    problemSince: momentSchema.nullable(),
  })
  .meta({ id: 'ConnectionFollowing' })
/** How far the log of a remote was followed. */
export type ConnectionFollowing = z.output<typeof followingSchema>

/** An instance elsewhere that this workspace can be compared and synced with. */
export const connectionSchema = connectionWriteSchema
  .extend({
    id: z.string(),
    authentication: shownAuthenticationSchema,
    vocabulary: vocabularySchema.nullable(),
    budgetPercent: budgetPercentSchema,
    mayWrite: z.boolean(),
    people: peopleSchema,
    followLog: z.boolean(),
    following: followingSchema.nullable().meta({ description: 'How far its log was followed; null if it never was' }),
    needsSecret: z.boolean().meta({
      description: 'Whether its secret cannot be read here, as after the workspace was moved: it has to be given again',
    }),
    created: momentSchema,
    lastUpdated: momentSchema,
  })
  .meta({ id: 'Connection' })
export type Connection = z.output<typeof connectionSchema>

/** One request to a remote, without anything secret. */
export const remoteRequestSchema = z
  .object({
    time: momentSchema,
    operation: z.string().meta({ description: 'The id of the operation' }),
    summary: z.string().meta({ description: 'What it does, such as `List policies`' }),
    method: z.string(),
    path: z.string().meta({ description: 'With its query, in the words of the remote' }),
    status: z.int().nullable().meta({ description: 'Null without an answer' }),
    attempt: z.int().meta({ description: 'From 1' }),
    waitedMs: z.int().meta({ description: 'Waited before it was sent, for the limits or after a failure' }),
    durationMs: z.int(),
    bytes: z.int().meta({ description: 'Of the body of the answer, as far as it was read' }),
    problem: z.string().nullable().meta({ description: 'What went wrong, in one sentence' }),
  })
  .meta({ id: 'RemoteRequest' })
export type RemoteRequest = z.output<typeof remoteRequestSchema>
/** What a test of a connection found. */
export const connectionTestSchema = z
  .object({
    problem: z.string().nullable().meta({ description: 'Why it does not work, in one sentence; null where it does' }),
    engine: z.enum(['identity', 'classic']).nullable(),
    organizationId: z.string().nullable(),
    clockDifferenceMs: z
      .int()
      .nullable()
      .meta({ description: 'By how many milliseconds the clock of the remote is ahead, exact to a second' }),
    holder: z
      .object({ id: z.string(), login: z.string().nullable(), roles: z.array(z.string()).nullable() })
      .nullable()
      .meta({ description: 'Whose token it is, as far as that can be read; null for a service app' }),
    areas: z
      .array(
        z.object({
          operation: z.string(),
          summary: z.string(),
          problem: z.string().nullable().meta({ description: 'Why it cannot be read; null where it can' }),
        }),
      )
      .meta({ description: 'What was tried to be read' }),
    limits: z.array(
      z.object({
        bucket: z.string().meta({ description: 'Operations that count together' }),
        limit: z.int().meta({ description: 'Requests in one period, as the remote says' }),
        remaining: z.int(),
        ours: z.int().meta({ description: 'Of which this connection uses so many at the most' }),
      }),
    ),
  })
  .meta({ id: 'ConnectionTest' })
export type ConnectionTest = z.output<typeof connectionTestSchema>
