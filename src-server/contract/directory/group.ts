import { z } from 'zod'
import { worded } from '../interface/translated.ts'
import { appSchema } from '../apps/app.ts'
import { linksSchema, nameSchema, timestampSchema } from '../interface/fields.ts'
import { schemaGoverned } from '../interface/lenience.ts'

export const GROUP_TYPES = ['SVC_GROUP', 'APP_GROUP', 'BUILT_IN'] as const

/** What a group is called, and what the schema of groups adds; that is asked where it is stored, unknown attributes included. */
/** The name and the attributes of a group, as they are written. */
export const groupProfileSchema = z
  .looseObject({
    name: worded(nameSchema, 'shippedName'),
    description: worded(z.string().max(1_024), 'shippedName').nullish(),
  })
  .meta({ id: 'GroupProfile', description: 'Attributes beyond these are those of the schema of groups' })
  .register(schemaGoverned, { governed: true })
export type GroupProfile = z.output<typeof groupProfileSchema>

export const groupWriteSchema = z.object({ profile: groupProfileSchema }).meta({ id: 'GroupWrite' })

/** How much a group is used (spec/2 "Groups", `expand=stats`). */
const groupStatsSchema = z
  .object({
    usersCount: z.int(),
    appsCount: z.int(),
    groupPushMappingsCount: z.int(),
    hasAdminPrivilege: z.boolean(),
    _links: linksSchema,
  })
  .meta({ id: 'GroupStats' })
export type GroupStats = z.output<typeof groupStatsSchema>

/** A group of people (spec/2 "Group"); `source` only where an application is its source. */
export const groupSchema = z
  .object({
    id: z.string(),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    lastMembershipUpdated: timestampSchema,
    objectClass: z.array(worded(z.string(), 'word')),
    type: z.enum(GROUP_TYPES),
    profile: z.looseObject({
      name: worded(z.string(), 'shippedName'),
      description: worded(z.string(), 'shippedName').nullable(),
    }),
    source: z.object({ id: z.string() }).optional(),
    _links: linksSchema,
    _embedded: z
      .object({ stats: groupStatsSchema.optional(), app: appSchema.optional() })
      .optional()
      .meta({ description: 'What `expand` asks for' }),
  })
  .meta({ id: 'Group' })
export type Group = z.output<typeof groupSchema>
