import type { Reader } from '#db/connection.ts'
import type { SqlValue } from '#db/driver.ts'
import { prefixPattern } from '#db/page.ts'
import { authorizationServers, type AuthorizationServerRecord } from '#db/tables/authorization-servers.ts'

interface Which {
  /** Which are seen, in SQL. */
  visible: string
  /** How the name begins. */
  prefix: string
  /** An id; empty at the start. */
  after: string
  limit: number
}

/** Servers by id. */
export function readServers(reader: Pick<Reader, 'all'>, which: Which): Promise<AuthorizationServerRecord[]> {
  return readPage(reader, which, '1', [])
}

/** The other servers that a server trusts, or those that it does not, by id. */
export function readAssociatedServers(
  reader: Pick<Reader, 'all'>,
  { serverId, trusted, ...which }: Which & { serverId: string; trusted: boolean },
): Promise<AuthorizationServerRecord[]> {
  const among = `id ${trusted ? '' : 'NOT'} IN (SELECT trusted_id FROM trusted_servers WHERE server_id = ?)`
  return readPage(reader, which, `id <> ? AND ${among}`, [serverId, serverId])
}

function readPage(
  reader: Pick<Reader, 'all'>,
  { visible, prefix, after, limit }: Which,
  condition: string,
  params: readonly SqlValue[],
): Promise<AuthorizationServerRecord[]> {
  const tail = `WHERE id > ? AND ${visible} AND ${condition} AND name LIKE ? ESCAPE '\\' ORDER BY id LIMIT ?`
  return authorizationServers.all(reader, tail, [after, ...params, prefixPattern(prefix), limit])
}
