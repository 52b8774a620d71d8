import type { Caller } from '#operations/service/caller.ts'
import type { JobOutcome, JobWork } from '#operations/jobs/job-work.ts'
import type { Service } from '#operations/service/service.ts'
import { comparing } from './compare/compare-snapshots.ts'
import { comparisonViews } from './compare/comparison-view.ts'
import { inTurns } from './in-turns.ts'
import { readRemote } from './changes/read-remote.ts'
import { earlierReading } from './changes/stored-reading.ts'
import { readWithPeople } from './people/read-with-people.ts'
import { assertSameOrganization, loadBase, withoutLeft } from './pull/base.ts'
import { clockOf, remoteOf } from './remote/remotes.ts'
import { decidingPart } from './review/deciding-part.ts'
import { readSide } from './sides/read-side.ts'

interface Comparing {
  /** Reads the open workspace. */
  workspace: Caller
  connectionId: string
  /** Whether everything of the remote is read, whatever its log says. */
  isWhole?: boolean | undefined
  signal?: AbortSignal | undefined
  /** @param objects that were read so far, of both sides */
  onProgress?: (objects: number) => void
}

/**
 * Reads the workspace and the remote of a connection, and compares them.
 * @throws RemoteError where the remote cannot be read; SyncError where it is another organization than the one that was pulled
 */
export async function readAndCompare(service: Service, asked: Comparing) {
  const { workspace, connectionId, isWhole, signal, onProgress } = asked
  const remote = await remoteOf(service, service.reader, connectionId)
  let objects = 0
  const options = { signal, onProgress: (read: { objects: number }) => onProgress?.((objects += read.objects)) }
  try {
    const stored = await loadBase(service.reader, connectionId)
    const earlier = await earlierReading(service.reader, connectionId, stored)
    const remoteNow = () => clockOf(service, remote)
    const reading = { ...options, remoteNow, earlier, isFirst: stored === null, isWhole, now: service.clock() }
    const { snapshot: theirs } = await readWithPeople(service, { connectionId, signal }, remote, (caller, isPartial) =>
      readRemote(caller, { ...reading, isPartial }),
    )
    assertSameOrganization(stored, theirs)
    const base = withoutLeft(stored, theirs)
    const ours = await readSide(workspace, options)
    const sides = { ours, theirs, base: base ?? undefined }
    return { ...sides, comparison: await inTurns(comparing({ ...sides, given: base?.pairs }), signal) }
  } finally {
    await remote.flush()
  }
}

/** Says where the workspace and the remote of a connection differ. @throws as {@link readAndCompare} */
async function compareWithRemote(service: Service, asked: Comparing) {
  const { comparison, ...sides } = await readAndCompare(service, asked)
  return { ...comparisonViews(comparison, sides.ours, sides.theirs), deciding: decidingPart(comparison, sides) }
}

/** As {@link compareWithRemote}; what it finds is kept in memory, where it can be read and reviewed. */
export async function compareAndKeep(service: Service, comparing: Comparing) {
  const { revision } = service.comparisons
  const { deciding, ...found } = await compareWithRemote(service, comparing)
  comparing.signal?.throwIfAborted()
  const { summary, differences } = found
  const comparedAt = service.now()
  service.comparisons.set(comparing.connectionId, {
    ...{ summary: { comparedAt, ...summary }, differences, deciding, revision },
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
