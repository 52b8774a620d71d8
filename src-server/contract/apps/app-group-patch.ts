import { z } from 'zod'
import { LIMITS } from '../interface/limits.ts'

/** Values of attributes are texts, numbers and lists of them, so that nothing is deeper than an item of a list. */
const PLACE = /^\/(?:priority|profile(?:\/(?:[^~/]|~[01])+(?:\/(?:-|0|[1-9]\d{0,5}))?)?)$/

const path = z
  .string()
  .max(LIMITS.settingLength)
  .regex(PLACE, 'must be /priority, /profile, an attribute such as /profile/team, or an item of its list')
  .meta({ description: 'JSON Pointer (RFC 6901)', example: '/profile/team' })

const value = z
  .unknown()
  .refine((given) => given !== undefined, 'is needed')
  .meta({ description: 'Any JSON' })

/** One change (RFC 6902). `move` and `copy` are not taken: no client was seen to need them. */
const operationSchema = z
  .discriminatedUnion('op', [
    z.object({ op: z.literal('add'), path, value }),
    z.object({ op: z.literal('replace'), path, value }),
    z.object({ op: z.literal('remove'), path }),
    z.object({ op: z.literal('test'), path, value }),
  ])
  .meta({ id: 'ApplicationGroupPatchOperation' })
export type AppGroupPatchOperation = z.output<typeof operationSchema>

/** Changes of the assignment of a group to an application, in order, all or none (spec/6 operations). */
export const appGroupPatchSchema = z
  .array(operationSchema)
  .max(LIMITS.patchOperations)
  .meta({ id: 'ApplicationGroupPatch' })
