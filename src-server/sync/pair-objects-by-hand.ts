import type { SyncPairWrite } from '#contract/gatehouse/sync-pair.ts'
import { invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
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
import { RemoteError } from './remote/remote-error.ts'
import { remoteOf } from './remote/remotes.ts'
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
 * without one the remote is asked for it.
 * @throws ApiError E0000007; E0000001 for a kind that is not paired by hand, for what is not there, is paired with another, or is of another type, and
 * where the remote does not say what it has
 */
export async function pairByHand(
  service: Service,
  { connectionId, pair, workspace, write }: Pairing,
): Promise<SyncPairRecord> {
  const { people } = await connections.require(service.reader, connectionId)
  const { kind, ours: ourKey, theirs: key } = pair
  const { singular } = SYNCED_KINDS[kind]
  const problem = notByHand(kind)
  if (problem) throw invalid('kind', problem)
  const own = await objectOf(workspace, kind, ourKey)
  if (!own) throw invalid('ours', `is no ${singular} of this workspace${hintOf(pair, ourKey)}`)
  const known = service.comparisons.get(connectionId)?.theirs
  const other = known ? known.get(kind)?.get(key) : await askedFor(service, connectionId, pair)
  const where = known ? 'that the latest comparison has found at the remote' : 'of the remote'
  if (!other) throw invalid('theirs', `is no ${singular} ${where}${hintOf(pair, key)}`)
  if (other.type !== typeOf(own)) throw invalid('theirs', otherType(kind, typeOf(own), other.type))
  // What a comparison has is without the names of people whom the connection does not take as they are; what the remote answers is not.
  const theirName = known || people.mode === 'ALL' ? other.name : null
  return write((tx) => makePair(tx, connectionId, { kind, key, ourKey, name: nameOf(own), theirName }))
}

/** An object of the remote as it is now; null where there is none. @throws ApiError E0000001 where the remote does not say */
async function askedFor(service: Service, connectionId: string, { kind, theirs }: SyncPairWrite) {
  const remote = await remoteOf(service, service.reader, connectionId)
  try {
    const found = await objectOf(remote, kind, theirs, AbortSignal.timeout(LIMITS.remoteLookUpMs))
    return found && { name: nameOf(found), type: typeOf(found) }
  } catch (error) {
    const why = whyNot(error)
    throw why === null ? error : invalid('theirs', `could not be looked up. ${why}`)
  } finally {
    await remote.flush()
  }
}

/** Why a remote has not answered, in a sentence; null for any other failure. */
function whyNot(error: unknown): string | null {
  if (error instanceof RemoteError) return error.message
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  return isLate ? `The remote has not answered within ${LIMITS.remoteLookUpMs / 1_000} seconds.` : null
}

/** An object by the key that it has in a comparison: the interface also finds people by their login, for one. */
async function objectOf(side: Caller, kind: SyncKind, key: string, signal?: AbortSignal): Promise<SyncObject | null> {
  if (key.split('/').length !== partsInKey(kind)) return null
  const parent = key.includes('/') ? key.slice(0, key.lastIndexOf('/')) : null
  const found = await new TargetReader(side, signal).one({ kind, parent, call: '' }, { id: idOfKey(key), key })
  return found?.key === key ? found : null
}

/** How many ids a key of the kind has: its own, behind those of what it belongs to. */
function partsInKey(kind: SyncKind): number {
  const { within } = SYNCED_KINDS[kind].source
  return within ? partsInKey(within.kind) + 1 : 1
}

const otherType = (kind: SyncKind, ours: string | null, theirs: string | null) =>
  `has the ${typeField(kind)} ${theirs}, and that of the workspace ${ours}: it never changes, so that they cannot be the same`

/** What a key of the kind is like, where this one is another. */
function hintOf({ kind }: SyncPairWrite, key: string): string {
  const within = SYNCED_KINDS[kind].source.within?.kind
  if (!within || key.includes('/')) return ''
  return `: before its id has to be that of its ${SYNCED_KINDS[within].singular} and a slash`
}
