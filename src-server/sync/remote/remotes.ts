import { canonical } from '#contract/interface/canonical.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { requireConnection, type OpenedConnection } from '#operations/connections/connections.ts'
import { writeRequests } from '#operations/connections/write-requests.ts'
import { assertOutward } from '#operations/service/assert-outward.ts'
import type { Service } from '#operations/service/service.ts'
import { RequestJournal } from './journal.ts'
import { RemoteClient } from './remote-client.ts'

type Host = Pick<Service, 'remotes' | 'write' | 'onTrouble' | 'clock' | 'version' | 'outbound' | 'secretBox'>

/** The client of a connection, kept while neither is changed. @throws ApiError E0000007; E0000113 in a draft */
export async function remoteOf(service: Host, reader: Reader, connectionId: string): Promise<RemoteClient> {
  assertOutward(service.outbound)
  const opened = await requireConnection(reader, service.secretBox, connectionId)
  const { id, lastUpdated: _, followLog: __, ...facts } = opened.record
  // A secret that was sealed again has another text, even if it is the same.
  return service.remotes.of(id, canonical(facts), () => clientOf(service, opened))
}

function clientOf(service: Host, { record, secret }: OpenedConnection): RemoteClient {
  const journal = new RequestJournal(
    (entries) => writeRequests(service, entries),
    (error) => service.onTrouble(error, 'requests to a remote could not be noted; it is tried again'),
  )
  const { clock, version, outbound } = service
  const { trustedCertificates } = outbound
  return new RemoteClient({ connection: record, secret, journal, clock, version, trustedCertificates })
}

/** The time by the clock of a remote, in milliseconds since the epoch; null until it has answered. */
export function clockOf({ clock }: Pick<Service, 'clock'>, remote: RemoteClient): number | null {
  const { clockDifferenceMs } = remote.facts()
  return clockDifferenceMs === null ? null : clock() + clockDifferenceMs
}
