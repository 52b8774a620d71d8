import { z } from 'zod'
import { AUTHENTICATOR_KEYS, type AuthenticatorKey } from './authenticator-table.ts'
import type { MethodReference } from './factor-match.ts'

/** Policy-level settings of the types that have some (spec/4 §1.2). Defaults are those of the interface, not of a new organization. */

/** Thirty days; the longest that was recorded is fourteen. */
export const RECOVERY_TOKEN_MINUTES = 43_200

const count = (max: number) => z.int().min(0).max(max)
const factorStatus = z.enum(['ACTIVE', 'INACTIVE'])

const complexitySchema = z.strictObject({
  minLength: z.int().min(4).max(72).default(8),
  minLowerCase: count(30).default(1),
  minUpperCase: count(30).default(1),
  minNumber: count(30).default(1),
  minSymbol: count(30).default(1),
  excludeUsername: z.boolean().default(true),
  excludeAttributes: z
    .array(z.enum(['firstName', 'lastName']))
    .max(2)
    .default([]),
  dictionary: z
    .strictObject({ common: z.strictObject({ exclude: z.boolean().default(false) }).prefault({}) })
    .prefault({}),
})

const ageSchema = z.strictObject({
  maxAgeDays: count(999).default(0),
  expireWarnDays: count(999).default(0),
  minAgeMinutes: count(525_600).default(0),
  historyCount: count(30).default(0),
})

const lockoutSchema = z.strictObject({
  maxAttempts: count(100).default(0),
  autoUnlockMinutes: count(525_600).default(0),
  userLockoutNotificationChannels: z.array(z.literal('EMAIL')).max(1).default([]),
  showLockoutFailures: z.boolean().default(false),
})

/**
 * What happens to a password that was found in a breach elsewhere: days until it expires (null: not said), whether
 * sessions end at once, and a workflow that takes over. The default is what nearly all recorded answers hold (spec/5 §13).
 */
const breachedProtectionSchema = z.strictObject({
  expireAfterDays: count(999).nullable().default(0),
  logoutEnabled: z.boolean().default(true),
  delegatedWorkflowId: z.string().min(1).max(255).nullable().default(null),
})

const recoverySchema = z.strictObject({
  factors: z
    .strictObject({
      recovery_question: z
        .strictObject({
          status: factorStatus.default('ACTIVE'),
          properties: z
            .strictObject({
              complexity: z.strictObject({ minLength: z.int().min(1).max(100).default(4) }).prefault({}),
            })
            .prefault({}),
        })
        .prefault({}),
      svc_email: z
        .strictObject({
          status: factorStatus.default('ACTIVE'),
          properties: z
            .strictObject({
              recoveryToken: z
                .strictObject({ tokenLifetimeMinutes: z.int().min(1).max(RECOVERY_TOKEN_MINUTES).default(10_080) })
                .prefault({}),
            })
            .prefault({}),
        })
        .prefault({}),
      svc_sms: z.strictObject({ status: factorStatus.default('INACTIVE') }).prefault({}),
      svc_call: z.strictObject({ status: factorStatus.default('INACTIVE') }).prefault({}),
    })
    .prefault({}),
})

export const passwordSettingsSchema = z
  .strictObject({
    password: z
      .strictObject({
        complexity: complexitySchema.prefault({}),
        age: ageSchema.prefault({}),
        lockout: lockoutSchema.prefault({}),
        breachedProtection: breachedProtectionSchema.prefault({}),
      })
      .prefault({}),
    recovery: recoverySchema.prefault({}),
    delegation: z
      .strictObject({ options: z.strictObject({ skipUnlock: z.boolean().default(false) }).prefault({}) })
      .prefault({}),
  })
  .superRefine(({ password: { age } }, context) => {
    if (age.maxAgeDays > 0 && age.expireWarnDays > age.maxAgeDays)
      context.addIssue({
        code: 'custom',
        path: ['password', 'age', 'expireWarnDays'],
        message: 'must not exceed maxAgeDays',
      })
  })
  .meta({ id: 'PasswordSettings' })

const enrollSelf = z.enum(['NOT_ALLOWED', 'OPTIONAL', 'REQUIRED'])

export const ENROLL_FACTOR_KEYS = [
  'partner_app_a',
  'fido_u2f',
  'fido_webauthn',
  'partner_otp_b',
  'svc_call',
  'svc_email',
  'svc_otp',
  'svc_password',
  'svc_push',
  'svc_question',
  'svc_sms',
  'partner_token_b',
  'partner_otp_a',
  'partner_token_a',
  'hotp',
] as const

type EnrollFactorKey = (typeof ENROLL_FACTOR_KEYS)[number]

/** Factors whose authenticator goes by another key. */
const RENAMED: Readonly<Partial<Record<string, MethodReference>>> = {
  fido_u2f: { key: 'webauthn' },
  fido_webauthn: { key: 'webauthn' },
  svc_call: { key: 'phone_number', method: 'VOICE' },
  svc_sms: { key: 'phone_number', method: 'SMS' },
  svc_otp: { key: 'svc_verify', method: 'TOTP' },
  svc_push: { key: 'svc_verify', method: 'PUSH' },
  svc_question: { key: 'security_question' },
  hotp: { key: 'custom_otp' },
} satisfies Partial<Record<EnrollFactorKey, MethodReference & { key: AuthenticatorKey }>>

/** The method that took the place of a factor; without `method`, any of the authenticator. */
export function methodOfFactor(factor: string): MethodReference {
  return RENAMED[factor] ?? { key: factor }
}

/** The authenticator that took the place of a factor (spec/4 §1.2). */
export function authenticatorOfFactor(factor: string): string {
  return methodOfFactor(factor).key
}

const factorSchema = z.strictObject({
  enroll: z.strictObject({ self: enrollSelf }),
  consent: z.strictObject({ type: z.enum(['NONE', 'TERMS_OF_SERVICE']).default('NONE') }).prefault({}),
})

export const enrollmentSettingsSchema = z
  .strictObject({
    type: z
      .enum(['FACTORS', 'AUTHENTICATORS'])
      .optional()
      .meta({ description: '`FACTORS` when absent; Classic Engine answers without it' }),
    authenticators: z
      .array(
        z.strictObject({
          key: z.enum(AUTHENTICATOR_KEYS),
          id: z.string().min(1).max(100).optional(),
          enroll: z.strictObject({ self: enrollSelf }).optional(),
          constraints: z.strictObject({ aaguidGroups: z.array(z.string()).max(100) }).optional(),
        }),
      )
      .max(100)
      .optional(),
    factors: z.partialRecord(z.enum(ENROLL_FACTOR_KEYS), factorSchema).optional(),
  })
  .superRefine(({ type = 'FACTORS', authenticators, factors }, context) => {
    const [own, other] =
      type === 'FACTORS' ? (['factors', 'authenticators'] as const) : (['authenticators', 'factors'] as const)
    if ((own === 'factors' ? authenticators : factors) !== undefined)
      context.addIssue({ code: 'custom', path: [other], message: `does not go with type ${type}` })
    authenticators?.forEach(({ key, id }, index) => {
      if (id !== undefined && key !== 'custom_app')
        context.addIssue({ code: 'custom', path: ['authenticators', index, 'id'], message: 'belongs to custom_app' })
    })
    const names = (authenticators ?? []).map(({ key, id }) => `${key} ${id ?? ''}`)
    names.forEach((name, index) => {
      if (names.indexOf(name) !== index)
        context.addIssue({ code: 'custom', path: ['authenticators', index], message: 'is listed already' })
    })
  })
  .meta({ id: 'EnrollmentSettings' })
export type EnrollmentSettings = z.output<typeof enrollmentSettingsSchema>
