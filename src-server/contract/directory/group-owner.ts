import { z } from 'zod'
import { idSchema } from '../interface/ids.ts'

const OWNER_TYPES = ['USER', 'GROUP'] as const
export type OwnerType = (typeof OWNER_TYPES)[number]

/** Who is made an owner of a group (spec/5 §3). */
export const groupOwnerWriteSchema = z
  .object({ id: idSchema, type: z.enum(OWNER_TYPES) })
  .meta({ id: 'GroupOwnerWrite' })

/** Who answers for a group: a person, or the members of another group (spec/4 §2.2, spec/5 §3). */
export const groupOwnerSchema = z
  .object({
    id: z.string(),
    type: z.enum(OWNER_TYPES),
    resolved: z.boolean(),
    originId: z.string().nullable(),
    originType: z.literal('SVC_DIRECTORY'),
    displayName: z.string(),
    lastUpdated: z.string().meta({
      description: 'Of the answer to POST `Wed Mar 04 10:08:01 UTC 2026`, in the list `2026-03-04 10:08:01.0`',
    }),
  })
  .meta({ id: 'GroupOwner' })
export type GroupOwner = z.output<typeof groupOwnerSchema>
