import type { BackupFailure } from '#contract/gatehouse/backup.ts'

/** What the service remembers of its automatic backups while it runs. */
export interface BackupState {
  /** Why there was none when one was due; null since the last that succeeded. */
  failure: BackupFailure | null
}
