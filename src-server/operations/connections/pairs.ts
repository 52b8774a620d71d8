import { createHash } from 'node:crypto'
import type { SyncPair } from '#contract/gatehouse/sync-pair.ts'
import { invalid, notFound } from '#contract/interface/api-error.ts'
import { canonical } from '#contract/interface/canonical.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { targetOf } from '#contract/log/targets.ts'
import { idOfKey } from '#contract/sync/paired-by-hand.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { pageOf, type Page } from '#db/page.ts'
import { connections } from '#db/tables/connections.ts'
import { syncBases } from '#db/tables/pulls.ts'
import { syncPairs, type SyncPairRecord } from '#db/tables/sync-pairs.ts'
import { activeJob } from '../jobs/queue-job.ts'
import type { KeptComparisons } from '../memory/kept-comparisons.ts'
import { assertQuota } from '../service/checks.ts'

/** In place of our key in a base: a person has taken back that the object has a counterpart here, so that nothing is agreed on of it. */
export const UNPAIRED = ''

/** All pairs that people have made for a connection. */
export const pairsByHand = (reader: Reader, connectionId: string): Promise<SyncPairRecord[]> =>
  syncPairs.findAll(reader, { where: { connectionId }, order: ['kind', 'key'] })

/** Of all pairs that people have made for a connection: another one after each pair that is made or removed. */
export async function pairsDigest(reader: Reader, connectionId: string): Promise<string> {
  const pairs = (await pairsByHand(reader, connectionId)).map(({ kind, key, ourKey }) => [kind, key, ourKey])
  return createHash('sha256').update(canonical(pairs)).digest('hex')
}

/** A pair as it is shown. */
export function presentPair(pair: SyncPairRecord, comparisons: KeptComparisons): SyncPair {
  const { connectionId, kind, key, ourKey, name, theirName, created } = pair
  return {
    kind,
    ours: { id: idOfKey(ourKey), key: ourKey, name },
    theirs: { id: idOfKey(key), key, name: theirName },
    applies: comparisons.get(connectionId)?.handPairs.get(handPairName(pair)) ?? null,
    created,
  }
}

/** What a pair is called in a comparison that is kept. */
export const handPairName = ({ kind, key, ourKey }: Pick<SyncPairRecord, 'kind' | 'key' | 'ourKey'>): string =>
  JSON.stringify([kind, key, ourKey])

/** Pairs of a connection, by kind. @throws ApiError E0000007, E0000029 */
export async function listPairs(
  reader: Reader,
  connectionId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Page<SyncPairRecord>> {
  await connections.require(reader, connectionId)
  if (reader.rights.reach('svc.roles.manage') !== 'all') return { items: [], next: null }
  const all = (await pairsByHand(reader, connectionId)).map((pair) => ({ ...pair, id: `${pair.kind} ${pair.key}` }))
  const { items, next } = pageOf(all, limit, after)
  return { items: items.map(({ id: _, ...pair }) => pair), next }
}

/** Refused while something writes what both sides have agreed on by the pairs that it began with. */
async function assertAtRest(tx: Tx, connectionId: string): Promise<void> {
  const jobs = [await activeJob(tx, 'pull', connectionId), await activeJob(tx, 'syncApply', connectionId)]
  if (jobs.some((job) => job !== undefined))
    throw invalid(
      'connectionId',
      'is being pulled from or applied to: wait for the end, or cancel it, then pair',
      'path',
    )
}

type NewPair = Pick<SyncPairRecord, 'kind' | 'key' | 'ourKey' | 'name' | 'theirName'>

/**
 * Notes that two objects are the same; the same pair again changes nothing.
 * @throws ApiError E0000007; E0000001 where one of them is paired by hand with another
 */
export async function makePair(tx: Tx, connectionId: string, pair: NewPair): Promise<SyncPairRecord> {
  const connection = await connections.require(tx, connectionId)
  const targets = [targetOf('connection', connection)]
  tx.authorize('gatehouse.connection.pair', targets)
  await assertAtRest(tx, connectionId)
  const { kind, key, ourKey, name, theirName } = pair
  const ofOurs = await syncPairs.findOne(tx, { where: { connectionId, kind, ourKey } })
  const ofTheirs = await syncPairs.get(tx, connectionId, kind, key)
  if (ofOurs && ofOurs.key === key) return ofOurs
  const taken = (field: string, other: string) =>
    invalid(field, `is paired by hand with ${other}: remove that pair first`)
  if (ofOurs) throw taken('ours', called(ofOurs.theirName, ofOurs.key))
  if (ofTheirs) throw taken('theirs', called(ofTheirs.name, ofTheirs.ourKey))
  const max = LIMITS.syncPairs
  const message = `there are ${max} pairs of this connection, as many as there may be`
  await assertQuota(tx, syncPairs, { max, among: { connectionId }, location: 'ours', message })
  const record = { connectionId, kind, key, ourKey, name, theirName, created: tx.now }
  await syncPairs.insert(tx, record)
  tx.record({ type: 'gatehouse.connection.pair', targets, debugData: { kind, ours: ourKey, theirs: key, name } })
  return record
}

const called = (name: string | null, key: string) => (name === null ? key : `${name} (${key})`)

/**
 * Takes back that two objects are the same, also where a pull or a plan has had both sides agree on it since.
 * @param ours the id of that of the workspace
 * @throws ApiError E0000007
 */
export async function removePair(
  tx: Tx,
  connectionId: string,
  { kind, ours }: { kind: string; ours: string },
): Promise<void> {
  const connection = await connections.require(tx, connectionId)
  const targets = [targetOf('connection', connection)]
  tx.authorize('gatehouse.connection.unpair', targets)
  const pair = (await pairsByHand(tx, connectionId)).find((one) => one.kind === kind && idOfKey(one.ourKey) === ours)
  if (!pair) throw notFound(ours, 'SyncPair')
  await assertAtRest(tx, connectionId)
  const { key, ourKey, name } = pair
  await syncPairs.remove(tx, pair)
  const agreed = await syncBases.get(tx, connectionId, kind, key)
  if (agreed?.ourKey === ourKey) await syncBases.updateMany(tx, [{ ...agreed, ourKey: UNPAIRED }], ['ourKey'])
  tx.record({ type: 'gatehouse.connection.unpair', targets, debugData: { kind, ours: ourKey, theirs: key, name } })
}
