import type { Reader } from '#audit-log/transaction.ts'
import type { RemoteObjectRecord } from '#db/tables/remote-readings.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { findReading } from '#operations/connections/remote-readings.ts'
import { storedBody, type Base, type BaseChanges } from '../pull/base.ts'
import { SnapshotBuilder, type Snapshot } from '../snapshot.ts'
import type { EarlierReading } from './read-remote.ts'

/** The latest reading of a remote, which is its base and what was other than that; null where everything has to be read. */
export async function earlierReading(
  reader: Reader,
  connectionId: string,
  base: Base | null,
): Promise<EarlierReading | null> {
  const found = base && (await findReading(reader, connectionId))
  if (!found) return null
  const snapshot = new SnapshotBuilder()
  const isKind = (kind: string): kind is SyncKind => snapshot.objects.has(kind as SyncKind)
  const others = new Map(found.objects.map((object) => [`${object.kind} ${object.key}`, object]))
  for (const objects of base.objects.values())
    for (const object of objects.values()) if (!others.has(`${object.kind} ${object.key}`)) snapshot.add(object)
  for (const { kind, key, id, parent, call, gone, body } of others.values())
    if (!gone && isKind(kind)) snapshot.add({ kind, key, id, parent, call, body })
  const { position, wholeAt, unread } = found.reading
  for (const { kind, call, reason } of unread) if (isKind(kind)) snapshot.unread.push({ kind, call, reason })
  return { snapshot, position, wholeAt }
}

/** What of a reading is other than the base is from now on; in steps. */
export function* beside(
  theirs: Snapshot,
  base: Base | null,
  next: BaseChanges,
): Generator<void, Omit<RemoteObjectRecord, 'connectionId'>[]> {
  const others: Omit<RemoteObjectRecord, 'connectionId'>[] = []
  for (const kind of SYNC_KINDS) {
    const objects = theirs.objects.get(kind)
    for (const object of objects?.values() ?? []) {
      yield
      const body = storedBody(kind, object.body)
      const stored = { ...object, body }
      if (!isSame(stored, next.nextOf(kind, object.key))) others.push({ ...stored, gone: false })
    }
    for (const { key, id, parent, call } of base?.objects.get(kind)?.values() ?? [])
      if (!objects?.has(key) && next.nextOf(kind, key))
        others.push({ kind, key, id, parent, call, gone: true, body: {} })
  }
  return others
}

const isSame = (one: object, other: object | null) => JSON.stringify(one) === JSON.stringify(other)
