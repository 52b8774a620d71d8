import { asRequest } from '#contract/interface/as-request.ts'
import { authorizationServerWriteSchema } from '#contract/access/authorization-server.ts'
import { serverClaimWriteSchema } from '#contract/access/server-claim.ts'
import { serverScopeWriteSchema } from '#contract/access/server-scope.ts'
import { invalid } from '#contract/interface/api-error.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { authorizationServers } from '#db/tables/authorization-servers.ts'
import {
  deleteAuthorizationServer,
  replaceAuthorizationServer,
  setAuthorizationServerStatus,
} from '../../authorization-servers/authorization-servers.ts'
import { createClaim, deleteClaim, replaceClaim } from '../../authorization-servers/claims.ts'
import { createScope, deleteScope, replaceScope } from '../../authorization-servers/scopes.ts'
import { assertExists, type RestoreOf, type Restoring } from './restoring.ts'
import { isOtherContent } from './stored-body.ts'

async function restoreServer(tx: Tx, { to, current }: Restoring<'authorizationServer'>): Promise<void> {
  assertExists(current, 'its keys, scopes, claims and policies went with it')
  const { id, name, status, definition, signingRotation } = to
  const request = { name, ...definition, credentials: { signing: { rotationMode: signingRotation } } }
  if (isOtherContent(current, to))
    await replaceAuthorizationServer(tx, id, asRequest(authorizationServerWriteSchema, request))
  await setAuthorizationServerStatus(tx, id, status)
}

/** The server of a scope or a claim. @throws ApiError E0000001 without it */
async function serverOf(tx: Tx, parentId: string | null): Promise<string> {
  if (parentId !== null && (await authorizationServers.get(tx, parentId))) return parentId
  throw invalid('authServerId', 'the authorization server that it belongs to no longer exists')
}

async function restoreScope(tx: Tx, { to, parentId, current }: Restoring<'serverScope'>): Promise<void> {
  const serverId = await serverOf(tx, parentId)
  const { id, isOptional: optional, isDefault, ...content } = to
  const request = asRequest(serverScopeWriteSchema, { ...content, optional, default: isDefault })
  if (current) return isOtherContent(current, to) ? replaceScope(tx, serverId, id, request) : undefined
  tx.want('serverScope', id)
  await createScope(tx, serverId, request)
}

async function restoreClaim(tx: Tx, { to, parentId, current }: Restoring<'serverClaim'>): Promise<void> {
  const serverId = await serverOf(tx, parentId)
  const { id, scopes, groupFilterType: filter, ...content } = to
  const request = { ...content, conditions: { scopes }, ...(filter === null ? {} : { group_filter_type: filter }) }
  const body = asRequest(serverClaimWriteSchema, request)
  // A replacement switches a claim, too: it has no lifecycle.
  const isOther = current === null || current.status !== to.status || isOtherContent(current, to)
  if (current) return isOther ? replaceClaim(tx, serverId, id, body) : undefined
  tx.want('serverClaim', id)
  await createClaim(tx, serverId, body)
}

/** How authorization servers go back, and what their tokens are made of. */
export const RESTORE_ACCESS: {
  readonly [Kind in 'authorizationServer' | 'serverScope' | 'serverClaim']: RestoreOf<Kind>
} = {
  authorizationServer: {
    restore: restoreServer,
    remove: (tx, { objectId }) => deleteAuthorizationServer(tx, objectId),
  },
  serverScope: {
    restore: restoreScope,
    remove: (tx, { objectId, parentId }) => deleteScope(tx, parentId ?? '', objectId),
  },
  serverClaim: {
    restore: restoreClaim,
    remove: (tx, { objectId, parentId }) => deleteClaim(tx, parentId ?? '', objectId),
  },
}
