import { invalid } from '#contract/interface/api-error.ts'
import { targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import { authorizationServers, type AuthorizationServerRecord } from '#db/tables/authorization-servers.ts'
import { trustedServers } from '#db/tables/trusted-servers.ts'
import { requireAuthorizationServer } from './authorization-servers.ts'
import { readAssociatedServers } from './authorization-servers.sql.ts'

interface Query {
  /** Those that are trusted, or all others. */
  trusted: boolean
  /** The beginning of the name. */
  q?: string | undefined
  limit: number
  after?: string | undefined
}

/** The servers that a server trusts, or those that it could, by id. @throws ApiError E0000007, E0000029 */
export async function listAssociatedServers(
  reader: Reader,
  idOrAlias: string,
  { trusted, q: prefix = '', limit, after }: Query,
): Promise<Page<AuthorizationServerRecord>> {
  const { id } = await requireAuthorizationServer(reader, idOrAlias)
  const visible = reader.visible('read', 'authorizationServer').condition
  const which = { visible, serverId: id, trusted, prefix }
  const page = { after: startAfter('authorizationServer', after), limit: limit + 1 }
  return cutPage(await readAssociatedServers(reader, { ...which, ...page }), limit, (server) => server.id)
}

const targetsOf = (server: AuthorizationServerRecord, trusted: AuthorizationServerRecord) => [
  targetOf('authorizationServer', server),
  targetOf('authorizationServer', trusted),
]

const ADD = 'app.oauth2.trusted_server.add'

/**
 * Makes a server trust others; those that it trusts already stay so, without an event. @returns the servers that the request names
 * @throws ApiError E0000007 for the server, E0000001 for another one that is not there, and for itself
 */
export async function trustServers(
  tx: Tx,
  idOrAlias: string,
  ids: readonly string[],
): Promise<AuthorizationServerRecord[]> {
  const server = await requireAuthorizationServer(tx, idOrAlias)
  tx.authorize(ADD, [targetOf('authorizationServer', server)], 'well-formed')
  const found = await authorizationServers.byId(tx, ids)
  const others = ids.map((id, at) => {
    const other = found.get(id)
    if (!other) throw invalid(`trusted[${at}]`, `there is no authorization server ${id}`)
    if (id === server.id) throw invalid(`trusted[${at}]`, 'an authorization server cannot name itself')
    return other
  })
  for (const other of others) {
    const row = { serverId: server.id, trustedId: other.id, created: tx.now }
    if (await trustedServers.insertIfAbsent(tx, row)) tx.record({ type: ADD, targets: targetsOf(server, other) })
  }
  return others
}

/** Makes a server trust another one no longer. @throws ApiError E0000007 for either, and for one that is not trusted */
export async function distrustServer(tx: Tx, idOrAlias: string, trustedId: string): Promise<void> {
  const server = await requireAuthorizationServer(tx, idOrAlias)
  const other = await authorizationServers.require(tx, trustedId)
  const [type, targets] = ['app.oauth2.trusted_server.delete' as const, targetsOf(server, other)]
  tx.authorize(type, targets)
  if (!(await trustedServers.remove(tx, { serverId: server.id, trustedId }))) authorizationServers.missing(trustedId)
  tx.record({ type, targets })
}
