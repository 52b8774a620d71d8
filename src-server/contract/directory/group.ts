import { z } from 'zod'
import { descriptionSchema, linksSchema, nameSchema, timestampSchema } from '../interface/fields.ts'

export const GROUP_TYPES = ['SVC_GROUP', 'APP_GROUP', 'BUILT_IN'] as const

export const groupWriteSchema = z
  .object({ profile: z.object({ name: nameSchema, description: descriptionSchema }) })
  .meta({ id: 'GroupWrite' })

/** A group of people (spec/2 "Group"). */
export const groupSchema = z
  .object({
    id: z.string(),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    lastMembershipUpdated: timestampSchema,
    objectClass: z.array(z.string()),
    type: z.enum(GROUP_TYPES),
    profile: z.object({ name: z.string(), description: z.string().nullable() }),
    _links: linksSchema,
  })
  .meta({ id: 'Group' })
export type Group = z.output<typeof groupSchema>
