import { changeDetails, settingTarget } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { settings } from '#db/tables/settings.ts'
import type { Service } from '../service/service.ts'
import { readSetting, writeSetting } from '../service/settings.ts'

const TARGET = { id: 'rateLimits', name: 'Rate limits' }
const ACTION = 'gatehouse.rate_limits.update'

/** Switches the rate limits of the interface on or off. */
export async function writeRateLimits(tx: Tx, after: { enabled: boolean }): Promise<void> {
  const before = (await readSetting(tx, 'rateLimits')) ?? { enabled: false }
  tx.authorize(ACTION, [settingTarget(TARGET)], 'well-formed')
  if (before.enabled === after.enabled) return
  await writeSetting(tx, 'rateLimits', after)
  tx.record({ type: ACTION, targets: [settingTarget(TARGET, changeDetails(before, after))] })
}

/** Counts requests, or stops counting, as the workspace says now and after each commit that changes it. */
export async function followRateLimits(service: Pick<Service, 'reader' | 'rateLimits' | 'onCommit' | 'onTrouble'>) {
  const { reader, rateLimits } = service
  const follow = async () => {
    const isOn = (await readSetting(reader, 'rateLimits'))?.enabled ?? false
    if (isOn !== rateLimits.isOn) rateLimits.reset()
    rateLimits.isOn = isOn
  }
  service.onCommit((changes) => {
    if (changes.touches(settings)) follow().catch((error: unknown) => service.onTrouble(error, 'rate limits'))
  })
  await follow()
}
