import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

/** What can be wrong with the chain of events. */
const CHAIN_FAULTS = ['CHANGED', 'MISSING', 'INSERTED', 'INDEX', 'WORDS', 'SEAL', 'GAP', 'SETTING'] as const
export type ChainViolationKind = (typeof CHAIN_FAULTS)[number]

/**
 * The first place where the log is not what was written: an event was `CHANGED`, is `MISSING` or was `INSERTED`; a column that
 * queries use differs from the event (`INDEX`); the index of words does (`WORDS`), which is derived and rebuilt; a `SEAL` or the record of a `GAP`, both signed, does not fit; a protective `SETTING`
 * was changed without an event.
 */
const chainViolationSchema = z
  .object({
    kind: z.enum(CHAIN_FAULTS),
    sequence: z.int(),
    /** The first event that is broken; null where it is gone. */
    uuid: z.string().nullable(),
    published: z.string().nullable(),
    eventType: z.string().nullable(),
    /** One sentence for an administrator. */
    reason: z.string(),
  })
  .meta({ id: 'ChainViolation' })
export type ChainViolation = z.output<typeof chainViolationSchema>

/** A jump of the clock while the service ran: the number of the event that tells of it, the time that was due and the one that it showed. */
const clockJumpSchema = z.object({ sequence: z.int(), from: momentSchema, to: momentSchema }).meta({ id: 'ClockJump' })
export type ClockJump = z.output<typeof clockJumpSchema>

const VERIFICATION_STATES = ['NONE', 'RUNNING', 'SOUND', 'BROKEN', 'CANCELLED', 'FAILED'] as const

/** How far a verification of the log is, or what the last one found. */
export const logVerificationSchema = z
  .object({
    state: z.enum(VERIFICATION_STATES),
    started: momentSchema.nullable(),
    finished: momentSchema.nullable(),
    /** Events. */
    checked: z.int(),
    total: z.int(),
    /** Events that retention or the removal of an import took out, by signed records. */
    removed: z.int(),
    /** Of the events checked, those that came with imports. */
    imported: z.int(),
    /** The latest signed seal: nothing up to it can have been rewritten without the workspace's key. */
    sealed: z.object({ sequence: z.int(), at: momentSchema, fingerprint: z.string() }).nullable(),
    /** Whether it was compared with what is known of the newest seal outside the file; without, a log cut off at a seal looks sound. */
    isRecorded: z.boolean(),
    /** Fingerprints of all keys that signed what was checked: more than one where a key was lost, or put in by somebody. */
    keys: z.array(z.string()),
    /** Where the clock jumped, the first hundred. It is no fault of the log, whose order is that of writing. */
    clockJumps: z.array(clockJumpSchema),
    violation: chainViolationSchema.nullable(),
    /** Why it FAILED; null otherwise. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'LogVerification' })
export type LogVerification = z.output<typeof logVerificationSchema>

export const logRetentionWriteSchema = z
  .object({
    /** Null: events are never removed. */
    days: z.int().min(LIMITS.logRetentionDays.min).max(LIMITS.logRetentionDays.max).nullable(),
  })
  .meta({ id: 'LogRetentionWrite' })

export const logRetentionSchema = logRetentionWriteSchema
  .extend({
    events: z.int(),
    /** When the oldest event that is kept was published; null for an empty log. */
    oldest: momentSchema.nullable(),
    /** How many events the next run would remove, were it now. */
    due: z.int(),
  })
  .meta({ id: 'LogRetention' })
export type LogRetention = z.output<typeof logRetentionSchema>

/** The public half of the key that seals the log and signs exports. */
export const logKeySchema = z
  .object({
    algorithm: z.literal('Ed25519'),
    /** PEM, SubjectPublicKeyInfo. */
    publicKey: z.string(),
    /** SHA-256 of the DER form, hexadecimal. */
    fingerprint: z.string(),
  })
  .meta({ id: 'LogKey' })
export type LogKey = z.output<typeof logKeySchema>
