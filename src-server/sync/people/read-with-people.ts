import { connections } from '#db/tables/connections.ts'
import type { Caller } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import type { Snapshot } from '../snapshot.ts'
import { SyncError } from '../sync-error.ts'
import { onlyPeople, searchingPeople } from './only-people.ts'

interface Reading {
  connectionId: string
}

/**
 * What a remote has, with its people as its connection takes them into account: nothing else of a pull or a comparison sees others.
 * @param remote asked through what `read` is given
 * @throws what `read` throws; SyncError for pseudonyms
 */
export async function readWithPeople(
  service: Pick<Service, 'reader'>,
  { connectionId }: Reading,
  remote: Caller,
  read: (caller: Caller) => Promise<Snapshot>,
): Promise<Snapshot> {
  const { people } = await connections.require(service.reader, connectionId)
  if (people.mode === 'ALL') return read(remote)
  if (people.mode === 'SEARCH') return onlyPeople(await read(searchingPeople(remote, people.search)))
  throw new SyncError('Pseudonyms cannot be made yet.')
}
