import type { BackupKind } from '#contract/gatehouse/backup.ts'
import { shellQuote } from '#ui/api/curl.ts'

/** Why each backup was made. */
export const BACKUP_KINDS: Readonly<Record<BackupKind, string>> = {
  AUTOMATIC: 'Automatic',
  MANUAL: 'On request',
  BEFORE_MIGRATION: 'Before an update',
  BEFORE_RESTORE: 'Before a restore',
}

/** The command that restores a backup where no desktop does. */
export const restoreCommand = (workspace: string, backup: string): string =>
  `gatehouse restore --data ${shellQuote(workspace)} --from ${shellQuote(backup)}`
