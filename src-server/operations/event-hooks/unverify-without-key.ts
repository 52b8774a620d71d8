import { Op } from 'sequelize'
import { targetOf } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { SecretBox } from '#db/secret-box.ts'
import { eventHooks } from '#db/tables/event-hooks.ts'
import { openHook } from './event-hooks.ts'
import { KEY_LOST } from './secrets.ts'

/**
 * Hooks whose secrets cannot be opened with the key of this machine are no longer verified, so that no incomplete request is sent.
 * @returns their names
 */
export async function unverifyHooksWithoutKey(tx: Tx, box: SecretBox): Promise<string[]> {
  const records = await eventHooks.findAll(tx, {
    where: { secrets: { [Op.ne]: null }, verificationStatus: 'VERIFIED' },
  })
  const opened = await Promise.all(records.map((record) => openHook(box, record)))
  const lost = opened.filter(({ secrets }) => secrets === null)
  for (const { record } of lost) {
    await eventHooks.update(tx, record, { verificationStatus: 'UNVERIFIED', lastUpdated: tx.now })
    const details = { from: { verificationStatus: 'VERIFIED' }, to: { verificationStatus: 'UNVERIFIED' } }
    const outcome = { result: 'SUCCESS', reason: KEY_LOST } as const
    tx.record({ type: 'event_hook.updated', targets: [targetOf('eventHook', record, details)], outcome })
  }
  return lost.map(({ record }) => record.name)
}
