import { z } from 'zod'
import { idListSchema, linksSchema, timestampSchema } from '../interface/fields.ts'
import { schemaGoverned } from '../interface/lenience.ts'
import { credentialsSchema, credentialsWriteSchema } from './user-credentials.ts'
import { baseUserShape } from './base-profile.ts'
import { USER_STATUSES } from './user-status.ts'

/**
 * A profile as it is written: the 31 attributes of every person (spec/4 §2.1), and those that the schema of their type adds. What that
 * schema says of each is asked where a profile is stored (`operations/directory/profile-rules.ts`), unknown attributes included.
 */
export const profileSchema = z
  .looseObject(baseUserShape)
  .meta({ id: 'UserProfile', description: 'Attributes beyond these are those of the schema of the user type' })
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
