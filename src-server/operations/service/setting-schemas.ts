import { z } from 'zod'
import { backupSettingsSchema } from '#contract/gatehouse/backup.ts'
import { ENGINES } from '#contract/gatehouse/engine.ts'
import { developerSettingsSchema } from '#contract/hooks/event-hook.ts'
import { momentSchema } from '#contract/interface/fields.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { logConcernSchema } from '#contract/log/log-concern.ts'
import { ORGANIZATION_FIELDS } from '#contract/organization/organization.ts'
import { vocabularySchema } from '#contract/vocabulary/vocabulary.ts'
import { problemOf } from '#vocabulary/check-vocabulary.ts'

/** The organization that the workspace is about: the one source of its name and of all that is told of it. */
const organizationSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  /** The first part of its domain; it never changes by itself. */
  subdomain: z.string().min(1),
  created: momentSchema,
  lastUpdated: momentSchema,
  /** The fields that have a value. */
  profile: z.partialRecord(z.enum(ORGANIZATION_FIELDS), z.string()),
})
export type StoredOrganization = Readonly<z.output<typeof organizationSchema>>

/** The private half is sealed with the key that stands outside the workspace file. */
const signingKeySchema = z.object({ publicKey: z.string(), sealedPrivateKey: z.string() })

/** What is remembered of the clock between readings and runs. */
const clockNoteSchema = z.object({
  /** The last reading. */
  read: momentSchema,
  /** A leap, ahead or back, that is not accepted: before and behind it, and for how long the clock agreed with a steady one since. */
  leap: z.object({ from: momentSchema, to: momentSchema, agreedMs: z.number().min(0) }).nullable(),
})
export type ClockNote = z.output<typeof clockNoteSchema>

const { min, max } = LIMITS.logRetentionDays
const enabledSchema = z.object({ enabled: z.boolean() })

/** What a workspace has one of, each with what the file may hold; another program may have written anything. */
export const SETTING_SCHEMAS = {
  engine: z.enum(ENGINES),
  organization: organizationSchema,
  /** Until when the vendor's support is let in. Null once that has ended. */
  supportAccess: z.object({ expiration: momentSchema.nullable() }),
  communication: z.object({ optOutEmailUsers: z.boolean() }),
  preferences: z.object({ showEndUserFooter: z.boolean() }),
  thirdPartyAdmin: z.object({ thirdPartyAdmin: z.boolean() }),
  clientPrivileges: z.object({ clientPrivilegesSetting: z.boolean() }),
  selfService: z.object({ appSelfService: z.boolean() }),
  /** The person whom the first token acts for: a super administrator. */
  owner: z.object({ id: z.string() }),
  /** Of workspaces up to 0.2, whose owner was none of their people; gone once they have one. */
  administrator: z.object({ id: z.string().min(1), login: z.string(), displayName: z.string() }),
  sampleLoaded: z.boolean(),
  /** Without one clients speak our own words. */
  vocabulary: vocabularySchema.refine((vocabulary) => problemOf(vocabulary) === null),
  /** When a person last copied the workspace elsewhere. Backups made before a migration stand beside the file. */
  lastBackup: momentSchema,
  backups: backupSettingsSchema,
  developer: developerSettingsSchema,
  rateLimits: enabledSchema,
  /** Whether people can sign in here, to the clients of this workspace. */
  signIn: enabledSchema,
  /** Of the built-in receiver of hooks: who knows its path may post to it while the developer switch is on. */
  hookReceiver: z.object({ token: z.string().regex(/^[\w-]{16,100}$/) }),
  /** Events that hooks were sent on one day of UTC, such as `2026-03-02`. */
  hookEventsSent: z.object({ day: z.string(), count: z.int().min(0) }),
  /** Keys that seal the log, the current one first. */
  logSigningKeys: z.array(signingKeySchema),
  /** The removal of events after which values that only they had were forgotten. */
  logValuesForgotten: z.string(),
  /** Days; null keeps events forever. */
  logRetention: z.object({ days: z.int().min(min).max(max).nullable() }),
  /** Why the log is not sealed; null once that was accepted, or is no longer so. */
  logConcern: logConcernSchema.nullable(),
  clock: clockNoteSchema,
  /** Of a draft that was brought up to date: the name of the copy of the workspace that it was made from since. */
  draftBase: z.string(),
} as const

/** The settings by their keys. */
export type WorkspaceSettings = { [Key in keyof typeof SETTING_SCHEMAS]: z.output<(typeof SETTING_SCHEMAS)[Key]> }
export type SettingKey = keyof WorkspaceSettings
