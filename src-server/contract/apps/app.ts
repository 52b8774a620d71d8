import { z } from 'zod'
import { activeStatusSchema, lineSchema, linksSchema, nameSchema, timestampSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { SIGN_ON_MODES } from './sign-on-modes.ts'

/**
 * Names of the kinds of application that no default policy is given to: a productivity suite, RADIUS, and the one for
 * further factors (spec/1 "Defaults" 2). The documents name none of them; these names are ours. They can be mapped by
 * hand.
 */
export const KINDS_WITHOUT_DEFAULT_POLICY = ['partner_productivity_suite', 'svc_radius', 'svc_mfa'] as const

const container = z.record(z.string(), z.unknown())

const TEMPLATE_TYPES = ['NONE', 'BUILT_IN', 'CUSTOM'] as const
const PUSH_STATUSES = ['DONT_PUSH', 'PUSH', 'NOT_CONFIGURED'] as const

/** How the name of a person in an application is made of their profile. */
const userNameTemplateSchema = z.object({
  template: z.string(),
  type: z.enum(TEMPLATE_TYPES),
  suffix: z.string().nullable().optional(),
  pushStatus: z.enum(PUSH_STATUSES).optional(),
})
export type UserNameTemplate = z.output<typeof userNameTemplateSchema>

const userNameTemplateWriteSchema = z.object({
  template: lineSchema().min(1).max(LIMITS.expressionLength).nullish(),
  type: z.enum(TEMPLATE_TYPES).nullish(),
  suffix: lineSchema().max(LIMITS.nameLength).nullish(),
  pushStatus: z.enum(PUSH_STATUSES).nullish(),
})

/** An application as a request carries it. What each sign-on mode needs inside `settings` comes with its own issue. */
export const appWriteSchema = z
  .object({
    name: nameSchema.optional(),
    label: nameSchema,
    signOnMode: z.enum(SIGN_ON_MODES),
    settings: container.optional(),
    visibility: container.optional(),
    accessibility: container.optional(),
    credentials: z
      .object({
        userNameTemplate: userNameTemplateWriteSchema.nullish(),
        signing: z.object({}).nullish().meta({ description: 'Taken as it was read; it changes nothing yet' }),
      })
      .optional(),
    profile: container.optional(),
  })
  .meta({ id: 'ApplicationWrite' })
export type AppWrite = z.output<typeof appWriteSchema>

/** An application instance (spec/2 "Application"), in the order of spec/5 §8.1. */
export const appSchema = z
  .object({
    id: z.string(),
    orn: z.string().meta({ description: 'Its name among all organizations' }),
    name: z.string(),
    label: z.string(),
    status: activeStatusSchema,
    lastUpdated: timestampSchema,
    created: timestampSchema,
    accessibility: container,
    visibility: container,
    features: z.array(z.string()),
    signOnMode: z.enum(SIGN_ON_MODES),
    credentials: z.object({ userNameTemplate: userNameTemplateSchema, signing: z.object({}) }),
    settings: container,
    profile: container.optional(),
    _links: linksSchema,
  })
  .meta({ id: 'Application' })
export type App = z.output<typeof appSchema>

/** A person's assignment to an application (spec/5 §8.6). */
export const appUserSchema = z
  .object({
    id: z.string(),
    externalId: z.null(),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    scope: z.enum(['USER', 'GROUP']),
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

/** What assigns a person; assigning again changes what it brings (spec/5 decision 5). */
export const appUserWriteSchema = z
  .object({
    id: idSchema,
    scope: z.literal('USER').optional(),
    credentials: z.object({ userName: lineSchema().min(1).max(LIMITS.loginLength.max).optional() }).optional(),
    profile: container.optional(),
  })
  .meta({ id: 'ApplicationUserWrite' })

/** A group's assignment to an application; `priority` counts from 0. */
export const appGroupSchema = z
  .object({ id: z.string(), lastUpdated: timestampSchema, priority: z.int(), profile: container, _links: linksSchema })
  .meta({ id: 'ApplicationGroup' })
export type AppGroup = z.output<typeof appGroupSchema>
