import type { SyncPairWrite } from '#contract/gatehouse/sync-pair.ts'
import { invalid } from '#contract/interface/api-error.ts'
import { idOfKey, notByHand, typeField, typeOf } from '#contract/sync/paired-by-hand.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { connections } from '#db/tables/connections.ts'
import type { SyncPairRecord } from '#db/tables/sync-pairs.ts'
import { makePair } from '#operations/connections/pairs.ts'
import type { Caller } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import { TargetReader } from './apply/target-reader.ts'
import { nameOf, type SyncObject } from './snapshot.ts'

interface Pairing {
  connectionId: string
  pair: SyncPairWrite
  /** Reads the open workspace. */
  workspace: Caller
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Notes that an object of the workspace and one of a remote are the same, as a person says. That of the remote is looked up in the latest comparison;
 * without one it is taken as it is, and ignored if it is not there.
 * @throws ApiError E0000007; E0000001 for a kind that is not paired by hand, and for what is not there, is paired with another, or is of another type
 */
export async function pairByHand(
  service: Service,
  { connectionId, pair, workspace, write }: Pairing,
): Promise<SyncPairRecord> {
  await connections.require(service.reader, connectionId)
  const { kind, ours: ourKey, theirs: key } = pair
  const { singular } = SYNCED_KINDS[kind]
  const problem = notByHand(kind)
  if (problem) throw invalid('kind', problem)
  const own = await ourObject(workspace, pair)
  if (!own) throw invalid('ours', `is no ${singular} of this workspace${hintOf(pair, ourKey)}`)
  const known = service.comparisons.get(connectionId)?.theirs
  const other = known?.get(kind)?.get(key)
  if (known && !other)
    throw invalid('theirs', `is no ${singular} that the latest comparison has found at the remote${hintOf(pair, key)}`)
  if (other && other.type !== typeOf(own)) throw invalid('theirs', otherType(kind, typeOf(own), other.type))
  const names = { name: nameOf(own), theirName: other?.name ?? null }
  return write((tx) => makePair(tx, connectionId, { kind, key, ourKey, ...names }))
}

function ourObject(workspace: Caller, { kind, ours: key }: SyncPairWrite): Promise<SyncObject | null> {
  const isBelow = SYNCED_KINDS[kind].source.within !== undefined
  const parent = key.includes('/') ? key.slice(0, key.lastIndexOf('/')) : null
  if (isBelow !== (parent !== null)) return Promise.resolve(null)
  return new TargetReader(workspace, undefined).one({ kind, parent, call: '' }, { id: idOfKey(key), key })
}

const otherType = (kind: SyncKind, ours: string | null, theirs: string | null) =>
  `has the ${typeField(kind)} ${theirs}, and that of the workspace ${ours}: it never changes, so that they cannot be the same`

/** What a key of the kind is like, where this one is another. */
function hintOf({ kind }: SyncPairWrite, key: string): string {
  const within = SYNCED_KINDS[kind].source.within?.kind
  if (!within || key.includes('/')) return ''
  return `: before its id has to be that of its ${SYNCED_KINDS[within].singular} and a slash`
}
