import type { Connection } from '#contract/gatehouse/connection.ts'
import type { OpenedConnection } from '#operations/connections/connections.ts'

/** A connection without its secret. */
export function presentConnection({ record, secret, following }: OpenedConnection): Connection {
  const { secrets: _, peopleSalt: __, ...shown } = record
  return { ...shown, following, needsSecret: secret === null }
}
