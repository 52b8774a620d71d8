import { LIMITS } from '#contract/interface/limits.ts'
import type { PullSummary } from '#contract/gatehouse/pull.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { connections } from '#db/tables/connections.ts'
import { notePull, writeBase } from '#operations/connections/pulls.ts'
import type { JobOutcome, JobWork } from '#operations/jobs/job-work.ts'
import { remoteOf } from '../remote/remotes.ts'
import { readSide } from '../sides/read-side.ts'
import { sizeOf } from '../snapshot.ts'
import { loadBase } from './base.ts'
import { Pull } from './pull.ts'

/** Pulls from a remote in the background. It may be cut short at any point: what is written is whole, and the next one goes on. */
export async function runPull(work: JobWork<'pull'>): Promise<JobOutcome<'pull'>> {
  const { service, subjectId: connectionId, context, signal, input, report } = work
  const { caller, writer } = service.own
  if (!caller || !writer) throw new Error('the service does not serve its interface')
  const connection = await connections.require(service.reader, connectionId)
  const remote = await remoteOf(service, service.reader, connectionId)
  let done = 0
  try {
    const onProgress = (read: { objects: number }) => report({ done: (done += read.objects) })
    const theirs = await readSide(remote, { signal, onProgress })
    const base = await loadBase(service.reader, connectionId)
    const total = done + SYNC_KINDS.length
    const onKind = (kind: SyncKind) => report({ done: done + SYNC_KINDS.indexOf(kind) + 1, total })
    const pull = new Pull({
      service,
      caller,
      writer,
      connection,
      context,
      signal,
      request: input,
      theirs,
      base,
      onKind,
    })
    const summary: PullSummary = { objects: sizeOf(theirs), ...(await pull.run()) }
    for (const part of pull.baseChanges().parts(LIMITS.pullBasePage)) {
      signal.throwIfAborted()
      await service.write(context, (tx) => writeBase(tx, connectionId, part))
    }
    return { write: (tx) => notePull(tx, connectionId, summary) }
  } finally {
    await remote.flush()
  }
}
