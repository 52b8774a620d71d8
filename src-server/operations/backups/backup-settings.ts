import type { BackupSettings } from '#contract/gatehouse/backup.ts'
import { changeDetails, settingTarget } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { Reader } from '#db/connection.ts'
import { readSetting, writeSetting } from '../service/settings.ts'

const ACTION = 'gatehouse.backup_settings.update'

/** A backup each day, until a person switches that off. */
export async function readBackupSettings(reader: Reader): Promise<BackupSettings> {
  return (await readSetting(reader, 'backups')) ?? { automatic: true }
}

/** Changes the settings; since a workspace without backups is less protected, each change is an event. */
export async function writeBackupSettings(tx: Tx, settings: BackupSettings): Promise<void> {
  const target = { id: 'backups', name: 'Automatic backups' }
  const before = await readBackupSettings(tx)
  tx.authorize(ACTION, [settingTarget(target)], 'well-formed')
  await writeSetting(tx, 'backups', settings)
  const details = changeDetails(before, settings)
  if (details) tx.record({ type: ACTION, targets: [settingTarget(target, details)] })
}
