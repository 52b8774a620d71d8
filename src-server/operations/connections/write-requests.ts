import type { RemoteRequest } from '#contract/gatehouse/connection.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { connections, remoteRequests, type RemoteRequestRecord } from '#db/tables/connections.ts'
import type { Service } from '../service/service.ts'

const COLUMNS = [
  ...(['connectionId', 'time', 'operation', 'method', 'path', 'status', 'attempt'] as const),
  ...(['waitedMs', 'durationMs', 'bytes', 'problem'] as const),
]

/** A request of a connection. */
export type JournalEntry = Omit<RemoteRequest, 'summary'> & Pick<RemoteRequestRecord, 'connectionId'>

/** Writes requests to the journal; of those whose connection was deleted meanwhile nothing is kept. */
export async function writeRequests(
  { write }: Pick<Service, 'write'>,
  entries: readonly JournalEntry[],
): Promise<void> {
  await write(systemContext(), async (tx) => {
    const existing = await connections.byId(tx, [...new Set(entries.map(({ connectionId }) => connectionId))])
    const rows = entries.filter(({ connectionId }) => existing.has(connectionId))
    await remoteRequests.insertMany(tx, rows, COLUMNS)
  })
}
