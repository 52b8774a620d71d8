import { z } from 'zod'
import { idListSchema, lineSchema, linksSchema, nameOfLength, timestampSchema } from '../interface/fields.ts'
import { schemaGoverned } from '../interface/lenience.ts'
import { LIMITS } from '../interface/limits.ts'
import { credentialsSchema, credentialsWriteSchema } from './user-credentials.ts'

export const USER_STATUSES = [
  'STAGED',
  'PROVISIONED',
  'ACTIVE',
  'RECOVERY',
  'PASSWORD_EXPIRED',
  'LOCKED_OUT',
  'SUSPENDED',
  'DEPROVISIONED',
] as const
export type UserStatus = (typeof USER_STATUSES)[number]

const line = lineSchema().max(255).nullish()
/** Addresses as they are written on an envelope, of several lines. */
const text = z.string().max(255).nullish()

/** The 31 properties of every profile (spec/4 §2.1). */
export const profileSchema = z
  .strictObject({
    login: lineSchema().min(LIMITS.loginLength.min).max(LIMITS.loginLength.max),
    email: z.email().max(100),
    secondEmail: z.union([z.email().max(100), z.literal('')]).nullish(),
    firstName: nameOfLength(LIMITS.personNameLength),
    lastName: nameOfLength(LIMITS.personNameLength),
    middleName: line,
    honorificPrefix: line,
    honorificSuffix: line,
    title: line,
    displayName: line,
    nickName: line,
    profileUrl: z.url().max(255).nullish(),
    primaryPhone: line,
    mobilePhone: line,
    streetAddress: text,
    city: line,
    state: line,
    zipCode: line,
    countryCode: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be an ISO 3166 alpha-2 code')
      .nullish(),
    postalAddress: text,
    preferredLanguage: line,
    locale: line,
    timezone: line,
    userType: line,
    employeeNumber: line,
    costCenter: line,
    organization: line,
    division: line,
    department: line,
    managerId: line,
    manager: line,
  })
  .meta({ id: 'UserProfile' })
  .register(schemaGoverned, { governed: true })
export type Profile = z.output<typeof profileSchema>

export const userCreateSchema = z
  .object({
    profile: profileSchema,
    credentials: credentialsWriteSchema.optional(),
    groupIds: idListSchema.optional(),
    type: z.strictObject({ id: z.string().min(1) }).optional(),
  })
  .meta({ id: 'UserCreate' })

const typeSchema = z.object({ id: z.string().min(1) }).optional()

/** A person as a PUT writes them; without a profile they keep the one that they have (spec/5 §2). */
export const userReplaceSchema = z
  .object({ profile: profileSchema.optional(), credentials: credentialsWriteSchema.optional(), type: typeSchema })
  .refine(({ profile, credentials, type }) => profile ?? credentials ?? type, {
    path: ['profile'],
    message: 'is required',
  })
  .meta({ id: 'UserReplace' })

/** The attributes of a person that change; null takes one away, and those that are not named stay (spec/4 §2.1). */
export const userUpdateSchema = z
  .object({
    profile: profileSchema
      .partial()
      .meta({ id: 'UserProfileUpdate' })
      .register(schemaGoverned, { governed: true })
      .optional(),
    credentials: credentialsWriteSchema.optional(),
    type: typeSchema,
  })
  .meta({ id: 'UserUpdate' })

const emailSchema = z.object({
  value: z.string(),
  status: z.literal('VERIFIED'),
  type: z.enum(['PRIMARY', 'SECONDARY']),
})

const secrets = credentialsSchema.shape

/** A person (spec/2 "User", spec/5 §2). A password is never returned; `{}` says that one is set. */
export const userSchema = z
  .object({
    id: z.string(),
    status: z.enum(USER_STATUSES),
    created: timestampSchema,
    activated: timestampSchema.nullable(),
    statusChanged: timestampSchema.nullable(),
    lastLogin: timestampSchema.nullable(),
    lastUpdated: timestampSchema,
    passwordChanged: timestampSchema.nullable(),
    type: z.object({ id: z.string() }),
    profile: z.record(z.string(), z.unknown()),
    credentials: z
      .object({
        password: secrets.password,
        recovery_question: secrets.recovery_question,
        emails: z.array(emailSchema),
        provider: secrets.provider,
      })
      .optional()
      .meta({ description: 'Left out where the request asks for that' }),
    _links: linksSchema,
  })
  .meta({ id: 'User' })
export type User = z.output<typeof userSchema>
