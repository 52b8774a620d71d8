import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import type { KindName } from '../kinds.ts'

/** The kinds of objects whose versions are stored; a rule is that of a policy. */
export const VERSION_KINDS = [
  ...(['policy', 'rule', 'zone', 'mapping', 'user', 'group', 'groupRule', 'userType', 'schema', 'app'] as const),
  ...(['identityProvider', 'authenticator', 'behavior', 'deviceAssurance'] as const),
  ...(['authorizationServer', 'serverScope', 'serverClaim', 'eventHook'] as const),
] as const
export type VersionKind = (typeof VERSION_KINDS)[number]

/** What the table of kinds calls a kind with versions. */
export const kindOfVersions = (kind: VersionKind): KindName => (kind === 'rule' ? 'policyRule' : kind)

/** `baseline`: as the object was before the first change of which a version is stored, or when versions began to be stored. */
const VERSION_ACTIONS = ['created', 'updated', 'deleted', 'baseline'] as const

const versionFields = {
  id: z.string(),
  kind: z.enum(VERSION_KINDS),
  /** Of a schema that of its owner: a user type, an application, or `group`. */
  objectId: z.string(),
  /** Of a rule or mapping its policy; of an OAuth authorization policy, a scope or a claim its server; else null. */
  parentId: z.string().nullable(),
  /** Counts from 1 for each object. */
  version: z.int(),
  action: z.enum(VERSION_ACTIONS),
  /** What the object was called; of a mapping the application's label, of a schema its owner's name. */
  name: z.string().nullable(),
  changedAt: momentSchema,
  /** Who changed it, as events name their actor. */
  actor: z.object({ id: z.string(), type: z.string(), displayName: z.string().nullable() }),
  /** The event of the change, which retention may have removed since; null where it left none. */
  eventUuid: z.string().nullable(),
  reason: z.string().nullable(),
}

/** One state of an object, and who made it so. */
export const objectVersionSchema = z.object(versionFields).meta({ id: 'ObjectVersion' })
export type ObjectVersion = z.output<typeof objectVersionSchema>

/** The same with the object as the interface would show it, without links and secrets; null once it was deleted. */
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
