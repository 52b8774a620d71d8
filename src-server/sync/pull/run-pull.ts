import type { PullRequest, PullSummary } from '#contract/gatehouse/pull.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { connections, type ConnectionRecord } from '#db/tables/connections.ts'
import { notePull, writeBase } from '#operations/connections/pulls.ts'
import { forgetReading, noteReading, noteRemoteObjects } from '#operations/connections/remote-readings.ts'
import type { JobOutcome, JobWork } from '#operations/jobs/job-work.ts'
import type { Caller, OwnWriter } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import { readRemote, type RemoteReading } from '../changes/read-remote.ts'
import { beside, earlierReading } from '../changes/stored-reading.ts'
import { inTurns } from '../in-turns.ts'
import { readWithPeople } from '../people/read-with-people.ts'
import { clockOf, remoteOf } from '../remote/remotes.ts'
import { sizeOf } from '../snapshot.ts'
import { agreedWith } from './agreed-with.ts'
import { loadBase, type Base } from './base.ts'
import { Pull } from './pull.ts'

interface Pulling {
  /** Reads and writes the open workspace. */
  caller: Caller
  writer: OwnWriter
  connectionId: string
  request: PullRequest
  context: RequestContext
  signal?: AbortSignal | undefined
  /** @param total null while the remote is read: how much it has is not known */
  onProgress?: (done: number, total: number | null) => void
}

/**
 * Brings what the remote of a connection has into the workspace. It may be cut short at any point: what is written is whole, and the next pull goes
 * on.
 * @throws RemoteError where the remote cannot be read; SyncError where it is another organization than before; ApiError E0000007, E0000010
 */
export async function pullFrom(service: Service, pulling: Pulling): Promise<PullSummary> {
  const { caller, writer, connectionId, request, context, signal, onProgress } = pulling
  const connection = await connections.require(service.reader, connectionId)
  const remote = await remoteOf(service, service.reader, connectionId)
  try {
    const stored = await loadBase(service.reader, connectionId)
    let done = 0
    const earlier = await earlierReading(service.reader, connectionId, stored)
    const onRead = (read: { objects: number }) => onProgress?.((done += read.objects), null)
    const remoteNow = () => clockOf(service, remote)
    const asked = { earlier, isFirst: stored === null, isWhole: request.whole, now: service.clock(), remoteNow, signal }
    const reading = await readWithPeople(service, { connectionId, signal }, remote, (from, isPartial) =>
      readRemote(from, { ...asked, isPartial, onProgress: onRead }),
    )
    const theirs = reading.snapshot
    const { base, given } = await agreedWith(service.reader, connectionId, { stored, theirs })
    const objects = sizeOf(theirs)
    // Each is read, and brought.
    const onBrought = (brought: number) => onProgress?.(objects + Math.min(brought, objects), objects * 2)
    const parts = { service, caller, writer, connection, context, signal, request, theirs, base, given, onBrought }
    const pull = new Pull(parts)
    const { people } = theirs
    const summary = { objects, whole: reading.reason, ...(people && { people }), ...(await pull.run()) }
    await agree(pulling, service, { connection, pull, base, reading, summary })
    return summary
  } finally {
    await remote.flush()
  }
}

interface Pulled {
  /** As it was when the pull began. */
  connection: ConnectionRecord
  pull: Pull
  base: Base | null
  reading: RemoteReading
  summary: PullSummary
}

/** Stores what both sides have agreed on, and how far the remote was read. */
async function agree(
  { connectionId, context, signal }: Pulling,
  service: Service,
  { connection, pull, base, reading, summary }: Pulled,
): Promise<void> {
  const { snapshot, position, wholeAt } = reading
  const changes = await inTurns(pull.baseChanges(), signal)
  await service.write(context, (tx) => forgetReading(tx, connectionId))
  for (const part of changes.parts(LIMITS.pullBasePage)) {
    signal?.throwIfAborted()
    await service.write(context, (tx) => writeBase(tx, connectionId, part))
  }
  const others = position ? await inTurns(beside(snapshot, base, changes), signal) : []
  for (let at = 0; at < others.length; at += LIMITS.pullBasePage) {
    signal?.throwIfAborted()
    const part = others.slice(at, at + LIMITS.pullBasePage)
    await service.write(context, (tx) => noteRemoteObjects(tx, connectionId, part))
  }
  await service.write(context, async (tx) => {
    const unread = [...snapshot.unread]
    // With another token other things may be there than were read.
    const isSame = (await connections.get(tx, connectionId))?.lastUpdated === connection.lastUpdated
    if (position && isSame) {
      const { uuid, published, recent } = position
      await noteReading(tx, { connectionId, position: { uuid, published, recent: [...recent] }, wholeAt, unread })
    }
    await notePull(tx, connectionId, summary)
  })
}

/** Pulls from a remote in the background. */
export async function runPull(work: JobWork<'pull'>): Promise<JobOutcome<'pull'>> {
  const { service, subjectId: connectionId, context, signal, input: request, report } = work
  const { caller, writer } = service.own
  if (!caller || !writer) throw new Error('the service does not serve its interface')
  const onProgress = (done: number, total: number | null) => report({ done, total })
  const { counts, conflicts, refused } = await pullFrom(service, {
    ...{ caller, writer, connectionId, request, context, signal, onProgress },
  })
  const written = counts.reduce((sum, one) => sum + one.created + one.changed + one.removed + (one.moved ?? 0), 0)
  report({ facts: { written, conflicts, refused: refused.length } })
  return {}
}
