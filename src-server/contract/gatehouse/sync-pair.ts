import { z } from 'zod'
import { lineSchema, momentSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { SYNC_KINDS } from '../sync/kind-names.ts'

const keySchema = lineSchema().min(1).max(LIMITS.syncKeyLength)

/** Which objects of the workspace and a remote are the same. */
export const syncPairWriteSchema = z
  .object({
    kind: z.enum(SYNC_KINDS).meta({ example: 'zone' }),
    ours: keySchema.meta({
      description:
        'The key of the object of this workspace, as a comparison says it: its id, and before it that of what it belongs to, such as `00p1…/0pr1…` for a rule',
    }),
    theirs: keySchema.meta({ description: 'The key of that of the remote' }),
  })
  .meta({ id: 'SyncPairWrite' })
export type SyncPairWrite = z.output<typeof syncPairWriteSchema>

const sideSchema = (name: z.ZodType<string | null>) => z.object({ id: z.string(), key: z.string(), name })

/** A pair that a person has made. */
export const syncPairSchema = z
  .object({
    kind: z.enum(SYNC_KINDS),
    ours: sideSchema(z.string()).meta({ description: 'Its name is the one of when they were paired' }),
    theirs: sideSchema(z.string().nullable()).meta({ description: 'Its name where that was known' }),
    applies: z.boolean().nullable().meta({
      description:
        'Whether the latest comparison has taken them for the same, which it does not where one of them is gone or what they belong to is not the same; null: none says',
    }),
    created: momentSchema,
  })
  .meta({ id: 'SyncPair' })
export type SyncPair = z.output<typeof syncPairSchema>
