import type { BackupSettings } from '#contract/gatehouse/backup.ts'
import type { DeveloperSettings } from '#contract/hooks/event-hook.ts'
import type { OrganizationField } from '#contract/organization/organization.ts'
import type { LogConcern } from '#contract/log/log-concern.ts'
import type { Vocabulary } from '#contract/vocabulary/vocabulary.ts'
import type { Reader } from '#db/connection.ts'
import { settings } from '#db/tables/settings.ts'
import type { WriteTransaction } from '#db/transaction.ts'

/** The organization that the workspace is about: the one source of its name and of all that is told of it. */
export interface StoredOrganization {
  readonly id: string
  readonly name: string
  /** The first part of its domain; it never changes by itself. */
  readonly subdomain: string
  readonly created: string
  readonly lastUpdated: string
  /** The fields that have a value. */
  readonly profile: Readonly<Partial<Record<OrganizationField, string>>>
}

/** The private half is sealed with the key that stands outside the workspace file. */
interface StoredSigningKey {
  publicKey: string
  sealedPrivateKey: string
}

/** What is remembered of the clock between readings and runs. Times in ISO 8601. */
export interface ClockNote {
  /** The last reading. */
  read: string
  /** A leap, ahead or back, that is not accepted: before and behind it, and for how long the clock agreed with a steady one since. */
  leap: { from: string; to: string; agreedMs: number } | null
}

/** What a workspace has one of. */
interface WorkspaceSettings {
  engine: 'identity' | 'classic'
  organization: StoredOrganization
  /** ISO 8601; until when the vendor's support is let in. Null once that has ended. */
  supportAccess: { expiration: string | null }
  communication: { optOutEmailUsers: boolean }
  preferences: { showEndUserFooter: boolean }
  thirdPartyAdmin: { thirdPartyAdmin: boolean }
  clientPrivileges: { clientPrivilegesSetting: boolean }
  selfService: { appSelfService: boolean }
  /** The person whom the first token acts for: a super administrator. */
  owner: { id: string }
  /** Of workspaces up to 0.2, whose owner was none of their people; gone once they have one. */
  administrator: { id: string; login: string; displayName: string }
  sampleLoaded: boolean
  /** Without one clients speak our own words. */
  vocabulary: Vocabulary
  /** ISO 8601; when a person last copied the workspace elsewhere. Backups made before a migration stand beside the file. */
  lastBackup: string
  backups: BackupSettings
  developer: DeveloperSettings
  rateLimits: { enabled: boolean }
  /** Whether people can sign in here, to the clients of this workspace. */
  signIn: { enabled: boolean }
  /** Of the built-in receiver of hooks: who knows its path may post to it while the developer switch is on. */
  hookReceiver: { token: string }
  /** Events that hooks were sent on one day of UTC, such as `2026-03-02`. */
  hookEventsSent: { day: string; count: number }
  /** Keys that seal the log, the current one first. */
  logSigningKeys: StoredSigningKey[]
  /** ISO 8601; the removal of events after which values that only they had were forgotten. */
  logValuesForgotten: string
  /** Days; null keeps events forever. */
  logRetention: { days: number | null }
  /** Why the log is not sealed; null once that was accepted, or is no longer so. */
  logConcern: LogConcern | null
  clock: ClockNote
}

/** @returns null where it was never set, or has no value now */
export async function readSetting<K extends keyof WorkspaceSettings>(
  reader: Reader,
  key: K,
): Promise<WorkspaceSettings[K] | null> {
  const row = await settings.get(reader, key)
  return row ? (row.value as WorkspaceSettings[K]) : null
}

export async function writeSetting<K extends keyof WorkspaceSettings>(
  tx: WriteTransaction,
  key: K,
  value: WorkspaceSettings[K] | null,
): Promise<void> {
  const before = await settings.get(tx, key)
  if (value === null) await settings.remove(tx, { key })
  else if (before) await settings.update(tx, before, { value })
  else await settings.insert(tx, { key, value })
}
