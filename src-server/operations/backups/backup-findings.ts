import type { BackupFinding } from '#contract/gatehouse/workspace.ts'
import type { Service } from '../service/service.ts'

/** That the last automatic backup failed, to who may see what happens in the workspace. */
export function listBackupFindings({ backups, reader }: Service): BackupFinding[] {
  const { failure } = backups
  if (!failure) return []
  const message = `The last automatic backup failed: ${failure.message}`
  return reader.visible('read', 'logEvent').of([{ kind: 'failed-backup', message }])
}
