import type { Connection, RemoteRequest } from '#contract/gatehouse/connection.ts'
import { ROUTES, type OperationId } from '#contract/routes/index.ts'
import type { OpenedConnection } from '#operations/connections/connections.ts'

/** A connection without its secret. */
export function presentConnection({ record, secret, following }: OpenedConnection): Connection {
  const { secrets: _, peopleSalt: __, ...shown } = record
  return { ...shown, following, needsSecret: secret === null }
}

/** A request of the journal, with what it was for; of an operation that another version had, its id says it. */
export const presentRequest = (request: Omit<RemoteRequest, 'summary'>): RemoteRequest => {
  const { operation } = request
  const route = Object.hasOwn(ROUTES, operation) ? ROUTES[operation as OperationId] : null
  return { ...request, summary: route?.summary ?? operation }
}
