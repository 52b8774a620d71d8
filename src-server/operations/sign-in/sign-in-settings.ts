import { changeDetails, settingTarget } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { readSetting, writeSetting } from '../service/settings.ts'

const TARGET = { id: 'signIn', name: 'Sign-in' }
const ACTION = 'gatehouse.sign_in.update'

/** Whether people can sign in here; off until it is switched on. */
export async function readSignInSettings(reader: Reader): Promise<{ enabled: boolean }> {
  return (await readSetting(reader, 'signIn')) ?? { enabled: false }
}

/** Lets people sign in here, or stops it. */
export async function writeSignInSettings(tx: Tx, after: { enabled: boolean }): Promise<void> {
  const before = await readSignInSettings(tx)
  tx.authorize(ACTION, [settingTarget(TARGET)], 'well-formed')
  if (before.enabled === after.enabled) return
  await writeSetting(tx, 'signIn', after)
  tx.record({ type: ACTION, targets: [settingTarget(TARGET, changeDetails(before, after))] })
}
