import type { Service } from '#operations/service/service.ts'
import { readRemote } from './changes/read-remote.ts'
import { earlierReading } from './changes/stored-reading.ts'
import type { GivenPairs } from './compare/pair-objects.ts'
import { readWithPeople } from './people/read-with-people.ts'
import { agreedWith } from './pull/agreed-with.ts'
import { loadBase, type Base } from './pull/base.ts'
import { clockOf, remoteOf } from './remote/remotes.ts'
import type { Snapshot } from './snapshot.ts'

export interface ReadingConnection {
  connectionId: string
  /** Whether everything of the remote is read, whatever its log says. */
  isWhole?: boolean | undefined
  signal?: AbortSignal | undefined
  /** Told of each kind how many objects it has. */
  onProgress?: ((read: { objects: number }) => void) | undefined
}

/** The remote of a connection, and what it and the workspace have agreed on; null: nothing yet. */
interface ConnectionReading {
  readonly theirs: Snapshot
  readonly base: Base | null
  /** Our keys by theirs, as both sides have agreed on and people have said. */
  readonly given: GivenPairs
}

/**
 * Reads the remote of a connection: what its log names since the last pull, or everything.
 * @throws RemoteError where it cannot be read; SyncError where it is another organization than the one that was pulled
 */
export async function readConnection(
  service: Service,
  { connectionId, isWhole, signal, onProgress }: ReadingConnection,
): Promise<ConnectionReading> {
  const remote = await remoteOf(service, service.reader, connectionId)
  try {
    const stored = await loadBase(service.reader, connectionId)
    const earlier = await earlierReading(service.reader, connectionId, stored)
    const remoteNow = () => clockOf(service, remote)
    const reading = { remoteNow, earlier, isFirst: stored === null, isWhole, now: service.clock(), signal, onProgress }
    const { snapshot: theirs } = await readWithPeople(service, { connectionId, signal }, remote, (caller, isPartial) =>
      readRemote(caller, { ...reading, isPartial }),
    )
    return { theirs, ...(await agreedWith(service.reader, connectionId, { stored, theirs })) }
  } finally {
    await remote.flush()
  }
}
