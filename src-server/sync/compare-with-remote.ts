import { isPairedByHand, typeOf } from '#contract/sync/paired-by-hand.ts'
import type { SyncPairRecord } from '#db/tables/sync-pairs.ts'
import { handPairName, pairsByHand } from '#operations/connections/pairs.ts'
import type { Caller } from '#operations/service/caller.ts'
import type { JobOutcome, JobWork } from '#operations/jobs/job-work.ts'
import type { Service } from '#operations/service/service.ts'
import { comparing, type Comparison } from './compare/compare-snapshots.ts'
import { comparisonViews } from './compare/comparison-view.ts'
import { inTurns } from './in-turns.ts'
import { readConnection, type ReadingConnection } from './read-connection.ts'
import { decidingPart } from './review/deciding-part.ts'
import { readSide } from './sides/read-side.ts'
import { nameOf, type Snapshot, type SyncObject } from './snapshot.ts'

interface Comparing extends Omit<ReadingConnection, 'onProgress'> {
  /** Reads the open workspace. */
  workspace: Caller
  /** @param objects that were read so far, of both sides */
  onProgress?: ((objects: number) => void) | undefined
}

/**
 * Reads the workspace and the remote of a connection, and compares them.
 * @throws as {@link readConnection}
 */
export async function readAndCompare(service: Service, asked: Comparing) {
  const { workspace, signal } = asked
  let objects = 0
  const onProgress = (read: { objects: number }) => asked.onProgress?.((objects += read.objects))
  const { theirs, base, given } = await readConnection(service, { ...asked, onProgress })
  const ours = await readSide(workspace, { signal, onProgress })
  const sides = { ours, theirs, base: base ?? undefined }
  return { ...sides, comparison: await inTurns(comparing({ ...sides, given }), signal) }
}

/** Says where the workspace and the remote of a connection differ. @throws as {@link readAndCompare} */
async function compareWithRemote(service: Service, asked: Comparing) {
  // Before it begins: what is paired meanwhile is no part of it.
  const hand = await pairsByHand(service.reader, asked.connectionId)
  const { comparison, ...sides } = await readAndCompare(service, asked)
  return {
    ...comparisonViews(comparison, sides.ours, sides.theirs),
    deciding: decidingPart(comparison, sides),
    theirs: pairable(sides.theirs),
    handPairs: new Map(hand.map((pair) => [handPairName(pair), isApplied(pair, comparison)])),
  }
}

const isApplied = ({ kind, key, ourKey }: SyncPairRecord, { pairing }: Comparison) =>
  pairing.ours.get(kind)?.get(key) === ourKey

function pairable({ objects }: Pick<Snapshot, 'objects'>) {
  const kinds = [...objects].filter(([kind]) => isPairedByHand(kind))
  const shown = (one: SyncObject) => ({ name: nameOf(one), type: typeOf(one) })
  return new Map(kinds.map(([kind, all]) => [kind, new Map([...all].map(([key, one]) => [key, shown(one)]))]))
}

/** As {@link compareWithRemote}; what it finds is kept in memory, where it can be read and reviewed. */
export async function compareAndKeep(service: Service, comparing: Comparing) {
  const { revision } = service.comparisons
  const { deciding, theirs, handPairs, ...found } = await compareWithRemote(service, comparing)
  comparing.signal?.throwIfAborted()
  const { summary, differences } = found
  const comparedAt = service.now()
  service.comparisons.set(comparing.connectionId, {
    ...{ summary: { comparedAt, ...summary }, differences, theirs, handPairs, deciding, revision },
  })
  return found
}

/** Compares the workspace with a remote in the background. */
export async function runComparison(work: JobWork<'comparison'>): Promise<JobOutcome<'comparison'>> {
  const { service, subjectId: connectionId, signal, report } = work
  const workspace = service.own.caller
  if (!workspace) throw new Error('the service does not serve its interface')
  const onProgress = (done: number) => report({ done })
  const { summary, differences } = await compareAndKeep(service, { workspace, connectionId, signal, onProgress })
  report({ facts: { differences: differences.length + summary.orders.length } })
  return {}
}
