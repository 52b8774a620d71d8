import { z } from 'zod'
import { idListSchema, lineSchema, linksSchema, nameOfLength, timestampSchema } from '../interface/fields.ts'
import { schemaGoverned } from '../interface/lenience.ts'
import { LIMITS } from '../interface/limits.ts'

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
    credentials: z
      .object({ password: z.object({ value: z.string().min(1).max(72).optional() }).optional() })
      .optional()
      .meta({ description: 'A password without a value is none' }),
    groupIds: idListSchema.optional(),
    type: z.strictObject({ id: z.string().min(1) }).optional(),
  })
  .meta({ id: 'UserCreate' })

/** What a credential or a type would be changed by; until the whole directory is here, it is refused rather than ignored. */
const notYet = z.null({ error: 'changing it is not offered by this version' }).optional()

/** The attributes of a person that change; null takes one away, and those that are not named stay (spec/4 §2.1). */
export const userUpdateSchema = z
  .object({
    profile: profileSchema.partial().meta({ id: 'UserProfileUpdate' }).register(schemaGoverned, { governed: true }),
    credentials: notYet,
    type: notYet,
  })
  .meta({ id: 'UserUpdate' })

const emailSchema = z.object({
  value: z.string(),
  status: z.literal('VERIFIED'),
  type: z.enum(['PRIMARY', 'SECONDARY']),
})

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
    credentials: z.object({
      password: z.object({}).optional(),
      emails: z.array(emailSchema),
      provider: z.object({ type: z.string(), name: z.string() }),
    }),
    _links: linksSchema,
  })
  .meta({ id: 'User' })
export type User = z.output<typeof userSchema>
