import { asRequest } from '#contract/interface/as-request.ts'
import { zoneWriteSchema } from '#contract/policy/zone.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { createZone, replaceZone, setZoneStatus } from '../../zones/zones.ts'
import type { Restoring } from './restoring.ts'
import { isOtherContent } from './stored-body.ts'

/** Makes a zone what it was, or again where it was deleted. */
export async function restoreZone(tx: Tx, { to, newest }: Restoring<'zone'>): Promise<void> {
  const { id, type, name, status, usage, definition } = to
  const body = asRequest(zoneWriteSchema, { type, name, usage, ...definition })
  if (newest.body === null) await createZone(tx, body, id)
  else if (isOtherContent(newest.body, to)) await replaceZone(tx, id, body)
  await setZoneStatus(tx, id, status)
}
