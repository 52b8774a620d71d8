import type { Proof } from '#contract/policy/proof.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { oauthRecords } from '#db/tables/oauth-records.ts'
import type { MethodName } from '#policy/index.ts'
import { keepRecord, recordId, recordOf } from '../oauth/records.ts'

/** By the name of its records. */
const MODEL = 'RememberedDevice'

const DAY_MS = 86_400_000
/** Days for which a device is remembered. WHY so many: no document names an end, and a browser forgets a cookie after 400 at the latest. */
export const REMEMBERED_DAYS = 365

/** WHY with the person: one device may be several people's, and none of them counts as another. */
const idOf = (value: string, userId: string) => recordId(null, MODEL, JSON.stringify([userId, value]))

/** Remembers that a person has proved more than a password on a device. @param value that this device alone has */
export async function rememberDevice(
  tx: Tx,
  { value, userId, proofs }: { value: string; userId: string; proofs: readonly Proof[] },
): Promise<void> {
  const id = idOf(value, userId)
  await oauthRecords.remove(tx, { id })
  const methods = proofs.map(({ key, method }): MethodName => ({ key, method }))
  const record = { id, model: MODEL, serverId: null, userId, payload: { methods } }
  await keepRecord(tx, record, Date.parse(tx.now) + REMEMBERED_DAYS * DAY_MS)
}

/** What a person has proved on a device before; nothing on one that is not remembered. @param now ISO 8601 */
export async function provedOnDevice(
  reader: Reader,
  { value, userId }: { value: string | undefined; userId: string },
  now: string,
): Promise<readonly MethodName[]> {
  if (value === undefined) return []
  const record = await recordOf(reader, idOf(value, userId), now)
  return (record?.payload['methods'] as MethodName[] | undefined) ?? []
}

/** Forgets all devices of a person, who is asked again on each. */
export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  const records = await oauthRecords.findAll(tx, { where: { userId, model: MODEL } })
  for (const record of records) await oauthRecords.remove(tx, record)
}
