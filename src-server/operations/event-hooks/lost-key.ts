import { eventHookTarget } from '../audit/targets.ts'
import type { Act, Service } from '../service.ts'
import { openHook, type EventHookRow } from './event-hooks.ts'
import { KEY_LOST } from './secrets.ts'

/**
 * Hooks whose secrets the key at hand does not open are no longer verified, so that nothing goes out half-made.
 * @returns their names
 */
export async function unverifyHooksWithoutKey(service: Service, act: Act): Promise<string[]> {
  const rows = await service.store.read.all<EventHookRow>('SELECT * FROM event_hooks WHERE secrets IS NOT NULL')
  const opened = await Promise.all(rows.map((row) => openHook(service, row)))
  const lost = opened.filter(({ secrets, row }) => secrets === null && row.verification_status === 'VERIFIED')
  if (lost.length === 0) return []
  await service.write(
    act,
    async ({ statements, now, record }) => {
      for (const { row } of lost) {
        const sql = `UPDATE event_hooks SET verification_status = 'UNVERIFIED', last_updated = ? WHERE id = ?`
        await statements.run(sql, [now, row.id])
        const details = { from: { verificationStatus: 'VERIFIED' }, to: { verificationStatus: 'UNVERIFIED' } }
        const outcome = { result: 'SUCCESS', reason: KEY_LOST } as const
        record({ type: 'event_hook.updated', targets: [eventHookTarget(row, details)], outcome })
      }
    },
    { changes: [] },
  )
  return lost.map(({ row }) => row.name)
}
