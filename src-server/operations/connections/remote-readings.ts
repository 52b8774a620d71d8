import type { Reader, Tx } from '#audit-log/transaction.ts'
import {
  remoteObjects,
  remoteReadings,
  type RemoteObjectRecord,
  type RemoteReadingRecord,
} from '#db/tables/remote-readings.ts'

/** The latest reading of a remote, beside its base; null where everything has to be read. */
export async function findReading(
  reader: Reader,
  connectionId: string,
): Promise<{ reading: RemoteReadingRecord; objects: RemoteObjectRecord[] } | null> {
  const reading = await remoteReadings.get(reader, connectionId)
  if (!reading) return null
  return { reading, objects: await remoteObjects.findAll(reader, { where: { connectionId } }) }
}

const REMOVED_AT_ONCE = 1_000

/** Has everything be read the next time. INVARIANT: so it is before a base is written, which may be cut short. */
export async function forgetReading(tx: Tx, connectionId: string): Promise<void> {
  await remoteReadings.remove(tx, { connectionId })
  while ((await remoteObjects.removeSome(tx, 'connectionId', connectionId, REMOVED_AT_ONCE)) === REMOVED_AT_ONCE);
}

/** Notes objects of a reading that are other than the base. */
export async function noteRemoteObjects(
  tx: Tx,
  connectionId: string,
  objects: readonly Omit<RemoteObjectRecord, 'connectionId'>[],
): Promise<void> {
  await remoteObjects.insertMany(
    tx,
    objects.map((object) => ({ ...object, connectionId })),
  )
}

/** Notes how far a remote was read, once its base and its other objects are written. */
export async function noteReading(tx: Tx, reading: RemoteReadingRecord): Promise<void> {
  await remoteReadings.insert(tx, reading)
}
