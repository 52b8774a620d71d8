import { findConnection } from '#operations/connections/connections.ts'
import type { Service } from '#operations/service/service.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { readConnection } from '#sync/read-connection.ts'
import { SyncError } from '#sync/sync-error.ts'
import { withTwin } from '#sync/twin/make-twin.ts'
import { equip } from './closed-drafts.ts'
import { clearProgress, remark, showProgress } from './command.ts'
import { changingNothing } from './interrupt.ts'

/**
 * Works on a copy of the workspace that was made to be as the remote of a connection is now; in what it is not is told.
 * @throws RemoteError where the remote cannot be read; SyncError where no copy can be made to be like it, or not all its people are known
 */
export async function withRemoteTwin<T>(
  service: Service,
  name: string,
  work: (twin: Service) => Promise<T>,
): Promise<T> {
  const { id: connectionId, people } = await findConnection(service.reader, name)
  if (people.mode !== 'ALL')
    throw new SyncError(`${name} takes not all people of its remote as they are, so that no test can be run there.`)
  equip(service)
  return changingNothing(async (signal) => {
    const onProgress = ({ objects }: { objects: number }) => showProgress(`${objects} objects`)
    const { theirs } = await readConnection(service, { connectionId, signal, onProgress }).finally(clearProgress)
    return withTwin(service, { theirs, signal }, (twin) => {
      for (const text of twin.unlike) remark(plainLine(text))
      return work(twin.service)
    })
  })
}
