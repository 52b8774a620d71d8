import { ROWID, sqlCondition } from '#db/tables/table.ts'
import type { ServerScopeWrite } from '#contract/access/server-scope.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { serverScopes, type ServerScopeRecord } from '#db/tables/token-contents.ts'
import { assertQuota, assertUnchanged, assertUniqueName } from '../service/checks.ts'
import { requireAuthorizationServer } from './authorization-servers.ts'
import { recordDeletion, recordUpdate, targetsOf } from './content-events.ts'

const contentOf = (body: ServerScopeWrite) => ({
  name: body.name,
  displayName: body.displayName ?? null,
  description: body.description ?? null,
  metadataPublish: body.metadataPublish,
  consent: body.consent,
  isOptional: body.optional,
  isDefault: body.default,
})

/** The scopes of a server, those of every server first, then the oldest. @throws ApiError E0000007 */
export async function listScopes(reader: Reader, idOrAlias: string): Promise<ServerScopeRecord[]> {
  const { condition } = reader.visible('read', 'serverScope')
  const { id } = await requireAuthorizationServer(reader, idOrAlias)
  return serverScopes.findAll(reader, {
    where: { serverId: id, ...sqlCondition(condition) },
    order: [['system', 'DESC'], 'created', ROWID],
  })
}

/** @throws ApiError E0000007 for the server or the scope */
export async function requireScope(reader: Reader, idOrAlias: string, scopeId: string): Promise<ServerScopeRecord> {
  const server = await requireAuthorizationServer(reader, idOrAlias)
  const scope = await serverScopes.get(reader, scopeId)
  return scope?.serverId === server.id ? scope : serverScopes.missing(scopeId)
}

function assertFreeName(tx: Tx, serverId: string, name: string, except?: string): Promise<void> {
  return assertUniqueName(tx, serverScopes, 'scope of this server', name, { among: { serverId }, except })
}

/** @returns its id @throws ApiError E0000001 for a name that another scope of the server has, and for one scope too many */
export async function createScope(tx: Tx, idOrAlias: string, body: ServerScopeWrite): Promise<string> {
  const server = await requireAuthorizationServer(tx, idOrAlias)
  tx.authorize('oauth2.scope.created', [targetOf('authorizationServer', server)], 'well-formed')
  const max = LIMITS.serverScopes
  const message = `an authorization server has at most ${max} scopes`
  await assertQuota(tx, serverScopes, { max, among: { serverId: server.id }, message })
  await assertFreeName(tx, server.id, body.name)
  const own = { id: tx.newId('serverScope'), serverId: server.id, system: false, created: tx.now, lastUpdated: tx.now }
  const scope = { ...own, ...contentOf(body) }
  await serverScopes.insert(tx, scope)
  tx.record({ type: 'oauth2.scope.created', targets: targetsOf('scope', server, scope) })
  return scope.id
}

/**
 * Replaces a scope. What names it by its former name, claims and rules of policies, goes on to: that name dangles, as after a deletion.
 * @throws ApiError E0000077 for another name of a scope that every server has
 */
export async function replaceScope(tx: Tx, idOrAlias: string, scopeId: string, body: ServerScopeWrite): Promise<void> {
  const server = await requireAuthorizationServer(tx, idOrAlias)
  const before = await requireScope(tx, server.id, scopeId)
  tx.authorize('oauth2.scope.updated', targetsOf('scope', server, before), 'well-formed')
  if (before.system) assertUnchanged('name', body.name, before.name)
  await assertFreeName(tx, server.id, body.name, before.id)
  const after = await serverScopes.update(tx, before, { ...contentOf(body), lastUpdated: tx.now })
  recordUpdate(tx, 'scope', server, before, after)
}

/**
 * Deletes a scope. As with zones, claims and rules keep its name, which dangles (spec/4 §1.9): it can be granted no more, so that a claim
 * that asks for this scope alone is in no token, and no list of claims or rules changes unseen.
 * @throws ApiError E0000006 for a scope that every server has
 */
export async function deleteScope(tx: Tx, idOrAlias: string, scopeId: string): Promise<void> {
  const server = await requireAuthorizationServer(tx, idOrAlias)
  const scope = await requireScope(tx, server.id, scopeId)
  tx.authorize('oauth2.scope.deleted', targetsOf('scope', server, scope))
  if (scope.system) throw new ApiError('E0000006')
  await serverScopes.remove(tx, scope)
  recordDeletion(tx, 'scope', server, scope)
}
