import type { PullRequest, PullSummary } from '#contract/gatehouse/pull.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { connections } from '#db/tables/connections.ts'
import { notePull, writeBase } from '#operations/connections/pulls.ts'
import type { JobOutcome, JobWork } from '#operations/jobs/job-work.ts'
import type { Caller, OwnWriter } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import { readWithPeople } from '../people/read-with-people.ts'
import { remoteOf } from '../remote/remotes.ts'
import { readSide } from '../sides/read-side.ts'
import { sizeOf } from '../snapshot.ts'
import { loadBaseOf } from './base.ts'
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
    let done = 0
    const onRead = (read: { objects: number }) => onProgress?.((done += read.objects), null)
    const read = (from: Caller) => readSide(from, { side: 'the remote', signal, onProgress: onRead })
    const theirs = await readWithPeople(service, { connectionId, signal }, remote, read)
    const base = await loadBaseOf(service.reader, connectionId, theirs)
    const objects = sizeOf(theirs)
    // Each is read, and brought.
    const onBrought = (brought: number) => onProgress?.(objects + Math.min(brought, objects), objects * 2)
    const pull = new Pull({ service, caller, writer, connection, context, signal, request, theirs, base, onBrought })
    const summary = { objects, ...(theirs.people && { people: theirs.people }), ...(await pull.run()) }
    for (const part of pull.baseChanges().parts(LIMITS.pullBasePage)) {
      signal?.throwIfAborted()
      await service.write(context, (tx) => writeBase(tx, connectionId, part))
    }
    await service.write(context, (tx) => notePull(tx, connectionId, summary))
    return summary
  } finally {
    await remote.flush()
  }
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
  const written = counts.reduce((sum, { created, changed, removed }) => sum + created + changed + removed, 0)
  report({ facts: { written, conflicts, refused: refused.length } })
  return {}
}
