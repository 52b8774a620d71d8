import type { DeveloperSettings } from '#contract/hooks/event-hook.ts'
import { changeDetails, settingTarget } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { Reader } from '#db/connection.ts'
import { readSetting, writeSetting } from '../service/settings.ts'

const ACTION = 'gatehouse.developer_settings.update'

/** Everything is off until somebody switches it on. */
export async function readDeveloperSettings(reader: Reader): Promise<DeveloperSettings> {
  return (await readSetting(reader, 'developer')) ?? { allowLocalHooks: false }
}

/** Changes the settings; since they open ways that are shut otherwise, each change is an event. */
export async function writeDeveloperSettings(tx: Tx, settings: DeveloperSettings): Promise<void> {
  const target = { id: 'developer', name: 'Developer settings' }
  const before = await readDeveloperSettings(tx)
  tx.authorize(ACTION, [settingTarget(target)], 'well-formed')
  await writeSetting(tx, 'developer', settings)
  const details = changeDetails(before, settings)
  if (details) tx.record({ type: ACTION, targets: [settingTarget(target, details)] })
}
