import { LIMITS } from '#contract/interface/limits.ts'
import { changeDetails, settingTarget } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { Reader } from '#db/connection.ts'
import { readSetting, writeSetting } from '../../service/settings.ts'

/** Days that events are kept; null: forever. */
export async function retentionDays(reader: Reader): Promise<number | null> {
  const setting = await readSetting(reader, 'logRetention')
  return setting ? setting.days : LIMITS.logRetentionDays.fallback
}

const ACTION = 'gatehouse.log.retention.update'

/** Sets how long events are kept; the job acts on it. */
export async function setRetention(tx: Tx, days: number | null): Promise<void> {
  const setting = { id: 'logRetention', name: 'Retention of the audit log' }
  const before = await retentionDays(tx)
  tx.authorize(ACTION, [settingTarget(setting)], 'well-formed')
  await writeSetting(tx, 'logRetention', { days })
  if (before === days) return
  tx.record({ type: ACTION, targets: [settingTarget(setting, changeDetails({ days: before }, { days }))] })
}
