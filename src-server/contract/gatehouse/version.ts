import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'

/** The kinds of objects whose versions are stored. */
export const VERSION_KINDS = ['policy', 'rule', 'zone', 'mapping'] as const
export type VersionKind = (typeof VERSION_KINDS)[number]

/** `baseline`: as the object was when versions began to be stored, or when it came with many others at once. */
const VERSION_ACTIONS = ['created', 'updated', 'deleted', 'baseline'] as const

const versionFields = {
  id: z.string(),
  kind: z.enum(VERSION_KINDS),
  objectId: z.string(),
  /** Of a rule or mapping its policy; of an OAuth authorization policy its server; else null. */
  parentId: z.string().nullable(),
  /** Counts from 1 for each object. */
  version: z.int(),
  action: z.enum(VERSION_ACTIONS),
  /** What the object was called; of a mapping the application's label. */
  name: z.string().nullable(),
  changedAt: momentSchema,
  /** Who changed it, as events name their actor. */
  actor: z.object({ id: z.string(), type: z.string(), displayName: z.string().nullable() }),
  /** The event of the change, which retention may have removed since; null where it left none. */
  eventUuid: z.string().nullable(),
  reason: z.string().nullable(),
}

/** One state of a policy, rule, zone or mapping, and who made it so. */
export const objectVersionSchema = z.object(versionFields).meta({ id: 'ObjectVersion' })
export type ObjectVersion = z.output<typeof objectVersionSchema>

/** The same with the object as the interface would show it, without links; null once it was deleted. */
export const objectVersionDetailSchema = z
  .object({ ...versionFields, body: z.record(z.string(), z.unknown()).nullable() })
  .meta({ id: 'ObjectVersionDetail' })
export type ObjectVersionDetail = z.output<typeof objectVersionDetailSchema>

/** @param expectedVersion the number of the newest version that the caller has seen */
export const restoreSchema = z.object({ expectedVersion: z.int().min(1) }).meta({ id: 'VersionRestore' })

/** Changes that are taken back together, in the order in which they were made. */
export const undoSchema = z
  .object({
    changes: z
      .array(
        z.object({
          versionId: idSchema.meta({ description: 'The newest version of an object' }),
          count: z
            .int()
            .min(1)
            .max(LIMITS.undoneVersions)
            .default(1)
            .meta({ description: 'How many of its newest changes to take back' }),
        }),
      )
      .min(1)
      .max(LIMITS.undoneObjects),
  })
  .meta({ id: 'VersionUndo' })
