import { z } from 'zod'
import { worded } from '../interface/translated.ts'
import { lineSchema } from '../interface/fields.ts'
import { neverEmpty } from '../interface/lenience.ts'
import { LIMITS } from '../interface/limits.ts'

/** Where a person's password is stored, and how they were created (spec/4 §2.1). */
const PROVIDER_TYPES = ['SVC', 'DIRECTORY_SERVICE', 'LDAP', 'FEDERATION', 'SOCIAL', 'IMPORT'] as const
export type ProviderType = (typeof PROVIDER_TYPES)[number]

/** Whether a person of the provider signs in with a password of this organization. */
export const ownsPassword = (provider: ProviderType) => provider === 'SVC' || provider === 'IMPORT'

/** The name by which policies ask where a password is stored; an imported one is stored here. */
export function passwordHolder(provider: ProviderType): string {
  if (ownsPassword(provider)) return 'SVC'
  return provider === 'LDAP' ? 'DIRECTORY_SERVICE' : provider
}

/** Whether the profile is decided here; a password that was brought along (`IMPORT`) changes nothing about that. */
export const ownsProfile = (provider: ProviderType) => provider !== 'DIRECTORY_SERVICE' && provider !== 'LDAP'

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Base64 of so many bytes. */
const base64Of = (min: number, max = min) =>
  z
    .string()
    .regex(BASE64, 'must be base64')
    .max(Math.ceil(max / 3) * 4)
    .refine((text) => between(min, byteLength(text), max), {
      error: min === max ? `must be base64 of ${min} bytes` : `must be base64 of ${min} to ${max} bytes`,
    })
const byteLength = (base64: string) => (base64.replace(/=+$/, '').length * 3) >> 2
const between = (min: number, value: number, max: number) => value >= min && value <= max

/** An unsalted digest has no salt, a salted one says where it stood. */
const digest = <const Name extends string>(algorithm: Name, bytes: number) =>
  z
    .object({
      algorithm: z.literal(algorithm),
      value: base64Of(bytes),
      salt: base64Of(1, LIMITS.importedSaltBytes).optional(),
      saltOrder: z.enum(['PREFIX', 'POSTFIX']).optional(),
      workFactor: z.int().min(0).max(1_000_000).optional().meta({ description: 'Means nothing here' }),
    })
    .refine(({ salt, saltOrder }) => salt === undefined || saltOrder !== undefined, {
      path: ['saltOrder'],
      message: 'is required with a salt',
    })

const radix64 = (length: number) =>
  z.string().regex(new RegExp(`^[./A-Za-z0-9]{${length}}$`), `must be ${length} characters of bcrypt's own base64`)

/** A hash that another system made of a password, as it is brought along (spec/4 §2.1). */
const importedHashSchema = z
  .discriminatedUnion('algorithm', [
    z.object({
      algorithm: z.literal('BCRYPT'),
      workFactor: z.int().min(LIMITS.bcryptWorkFactor.min).max(LIMITS.bcryptWorkFactor.max),
      salt: radix64(22),
      value: radix64(31),
    }),
    digest('SHA-512', 64),
    digest('SHA-256', 32),
    digest('SHA-1', 20),
    digest('MD5', 16),
    z.object({
      algorithm: z.literal('PBKDF2'),
      digestAlgorithm: z.enum(['SHA256_HMAC', 'SHA512_HMAC']).default('SHA256_HMAC'),
      iterationCount: z.int().min(LIMITS.pbkdf2Iterations.min).max(LIMITS.pbkdf2Iterations.max),
      salt: base64Of(1, LIMITS.importedSaltBytes),
      value: base64Of(16, 64),
      keySize: z.int().min(16).max(64).optional(),
    }),
  ])
  .meta({ id: 'PasswordHash' })
export type ImportedHash = z.output<typeof importedHashSchema>

const passwordValueSchema = z.string().min(1).max(LIMITS.passwordLength).register(neverEmpty, { refused: true })

const passwordSchema = z
  .object({
    value: passwordValueSchema.optional(),
    hash: importedHashSchema.optional(),
    hook: z.object({ type: z.literal('default') }).optional(),
  })
  .refine((given) => Object.values(given).filter((way) => way !== undefined).length < 2, {
    error: 'must hold only one of value, hash and hook',
  })
  .meta({ id: 'PasswordWrite', description: 'Without a value it says nothing' })

const questionSchema = lineSchema().trim().min(1).max(LIMITS.recoveryQuestionLength)
const answerSchema = z.string().trim().min(1).max(LIMITS.recoveryAnswerLength).register(neverEmpty, { refused: true })

/** What is written of a person's credentials; what only replies hold is ignored. */
export const credentialsWriteSchema = z
  .object({
    password: passwordSchema.optional(),
    recovery_question: z
      .object({ question: questionSchema, answer: answerSchema.optional() })
      .optional()
      .meta({ description: 'Without an answer it must be the question that is set' }),
    provider: z
      .object({
        type: z.enum(PROVIDER_TYPES),
        name: worded(lineSchema().min(1).max(LIMITS.nameLength), 'shippedName').optional(),
      })
      .optional(),
  })
  .meta({ id: 'CredentialsWrite' })
export type CredentialsWrite = z.output<typeof credentialsWriteSchema>

const given = z.object({ value: passwordValueSchema })

export const passwordChangeSchema = z.object({ oldPassword: given, newPassword: given }).meta({ id: 'PasswordChange' })

export const recoveryQuestionChangeSchema = z
  .object({ password: given, recovery_question: z.object({ question: questionSchema, answer: answerSchema }) })
  .meta({ id: 'RecoveryQuestionChange' })

export const passwordRecoverySchema = z
  .object({ password: given, recovery_question: z.object({ answer: answerSchema }) })
  .meta({ id: 'PasswordRecovery' })

/** Credentials as replies show them: that a password is set, never which (spec/5 §2). */
export const credentialsSchema = z
  .object({
    password: z.object({}).optional(),
    recovery_question: z.object({ question: z.string() }).optional(),
    provider: z.object({ type: worded(z.string(), 'word'), name: worded(z.string(), 'shippedName') }),
  })
  .meta({ id: 'Credentials' })
export type Credentials = z.output<typeof credentialsSchema>
