import type { DeveloperSettings } from '#contract/hooks/event-hook.ts'
import type { Reader } from '#db/connection.ts'
import { readSetting, writeSetting } from '../settings.ts'
import type { WriteTransaction } from '#db/transaction.ts'

/** Everything is off until somebody switches it on. */
export async function readDeveloperSettings(reader: Reader): Promise<DeveloperSettings> {
  return (await readSetting(reader, 'developer')) ?? { allowLocalHooks: false }
}

export function writeDeveloperSettings(tx: WriteTransaction, settings: DeveloperSettings): Promise<void> {
  return writeSetting(tx, 'developer', settings)
}
