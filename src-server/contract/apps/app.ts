import { z } from 'zod'
import { worded } from '../interface/translated.ts'
import { activeStatusSchema, lineSchema, linksSchema, timestampSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { licensingSchema, userNameTemplateSchema } from './app-fields.ts'
import { clientCredentialsSchema } from './client-credentials.ts'
import { SIGN_ON_MODES } from './sign-on-modes.ts'

const container = z.record(z.string(), z.unknown())

/** What gives an application to a person: themselves, or a group that they are in. */
const ASSIGNMENT_SCOPES = ['USER', 'GROUP'] as const

/** A person's assignment to an application (spec/5 §8.6). */
export const appUserSchema = z
  .object({
    id: z.string(),
    externalId: z.null(),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    scope: z.enum(ASSIGNMENT_SCOPES),
    status: z.literal('ACTIVE'),
    statusChanged: timestampSchema,
    passwordChanged: z.null(),
    syncState: z.literal('DISABLED'),
    credentials: z.object({ userName: z.string() }),
    profile: container,
    _links: linksSchema,
  })
  .meta({ id: 'ApplicationUser' })
export type AppUser = z.output<typeof appUserSchema>

/** An application instance (spec/2 "Application"), in the order of spec/5 §8.1. */
export const appSchema = z
  .object({
    id: z.string(),
    orn: worded(z.string().meta({ description: 'Its name among all organizations' }), 'parts'),
    name: worded(z.string(), 'shippedName'),
    label: worded(z.string(), 'shippedName'),
    status: activeStatusSchema,
    lastUpdated: timestampSchema,
    created: timestampSchema,
    accessibility: container,
    licensing: licensingSchema.optional().meta({ description: 'Where the catalogue counts seats' }),
    visibility: container,
    features: z.array(z.string()),
    signOnMode: z.enum(SIGN_ON_MODES).nullable().meta({ description: 'Null for what has no single sign-on' }),
    credentials: z.object({
      scheme: z.string().optional(),
      userNameTemplate: userNameTemplateSchema,
      revealPassword: z.boolean().optional(),
      signing: z.object({ kid: z.string().optional() }).meta({ description: 'Empty where the mode signs nothing' }),
      oauthClient: clientCredentialsSchema.optional(),
      userName: z.string().optional(),
      password: z.object({}).optional(),
    }),
    settings: container,
    profile: container.optional(),
    _links: linksSchema,
    _embedded: z
      .object({ user: appUserSchema })
      .optional()
      .meta({ description: 'With `expand=user/{userId}`: what that person has of it' }),
  })
  .meta({ id: 'Application' })
export type App = z.output<typeof appSchema>

/** What assigns a person; assigning again changes what it brings (spec/5 decision 5). */
export const appUserWriteSchema = z
  .object({
    id: idSchema,
    scope: z
      .enum(ASSIGNMENT_SCOPES)
      .optional()
      .meta({ description: '`GROUP` gives up a direct assignment for that of a group; absent: `USER`' }),
    credentials: z
      .object({
        userName: lineSchema().min(1).max(LIMITS.loginLength.max).optional(),
        password: z
          .object({ value: z.string().max(LIMITS.settingLength).optional() })
          .optional()
          .meta({ description: 'Where the scheme lets one be set. It is not stored: nothing here fills in forms.' }),
      })
      .optional(),
    profile: container.optional().meta({
      description:
        'By the schema of the application (`/api/v1/meta/schemas/apps/{appId}/default`). What is left out stays; null goes back to what follows from the person.',
    }),
  })
  .meta({ id: 'ApplicationUserWrite' })

/** A group's assignment to an application; `priority` counts from 0. */
export const appGroupSchema = z
  .object({ id: z.string(), lastUpdated: timestampSchema, priority: z.int(), profile: container, _links: linksSchema })
  .meta({ id: 'ApplicationGroup' })
export type AppGroup = z.output<typeof appGroupSchema>

/** What a request says of a group's assignment. */
export const appGroupWriteSchema = z
  .object({ priority: z.int().min(0).max(1_000_000).optional(), profile: container.optional() })
  .meta({ id: 'ApplicationGroupWrite' })
export type AppGroupWrite = z.output<typeof appGroupWriteSchema>
