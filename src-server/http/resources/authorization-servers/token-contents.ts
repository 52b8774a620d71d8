import type { ServerClaim } from '#contract/access/server-claim.ts'
import type { ServerScope } from '#contract/access/server-scope.ts'
import type { tokenContentRoutes } from '#contract/routes/token-contents.ts'
import type { ServerClaimRecord, ServerScopeRecord } from '#db/tables/token-contents.ts'
import {
  createClaim,
  deleteClaim,
  listClaims,
  replaceClaim,
  requireClaim,
} from '#operations/authorization-servers/claims.ts'
import {
  createScope,
  deleteScope,
  listScopes,
  replaceScope,
  requireScope,
} from '#operations/authorization-servers/scopes.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { objectHandlers } from '../collection.ts'
import { link } from '../links.ts'

const selfLink = (base: string, serverId: string, part: string, id: string) => ({
  self: link(`${base}/api/v1/authorizationServers/${serverId}/${part}/${id}`, 'GET', 'PUT', 'DELETE'),
})

/** A scope as the wire shows it. */
export const presentScope = (scope: ServerScopeRecord, base: string): ServerScope => ({
  id: scope.id,
  name: scope.name,
  displayName: scope.displayName,
  description: scope.description,
  system: scope.system,
  metadataPublish: scope.metadataPublish,
  consent: scope.consent,
  optional: scope.isOptional,
  apiResourceId: null,
  default: scope.isDefault,
  _links: selfLink(base, scope.serverId, 'scopes', scope.id),
})

/** A claim as the wire shows it. */
export const presentClaim = (claim: ServerClaimRecord, base: string): ServerClaim => ({
  id: claim.id,
  name: claim.name,
  status: claim.status,
  claimType: claim.claimType,
  valueType: claim.valueType,
  value: claim.value,
  conditions: { scopes: claim.scopes },
  system: claim.system,
  alwaysIncludeInToken: claim.alwaysIncludeInToken,
  apiResourceId: null,
  ...(claim.groupFilterType && { group_filter_type: claim.groupFilterType }),
  _links: selfLink(base, claim.serverId, 'claims', claim.id),
})

type OfServer = { authServerId: string }

const scopes = objectHandlers({
  param: 'scopeId',
  require: (reader, id, { params }: { params: OfServer }) => requireScope(reader, params.authServerId, id),
  create: (tx, body: Parameters<typeof createScope>[2], _, { params }) => createScope(tx, params.authServerId, body),
  replace: (tx, id, body: Parameters<typeof replaceScope>[3], { params }) =>
    replaceScope(tx, params.authServerId, id, body),
  remove: (tx, id, { params }) => deleteScope(tx, params.authServerId, id),
  present: presentScope,
})

const claims = objectHandlers({
  param: 'claimId',
  require: (reader, id, { params }: { params: OfServer }) => requireClaim(reader, params.authServerId, id),
  create: (tx, body: Parameters<typeof createClaim>[2], _, { params }) => createClaim(tx, params.authServerId, body),
  replace: (tx, id, body: Parameters<typeof replaceClaim>[3], { params }) =>
    replaceClaim(tx, params.authServerId, id, body),
  remove: (tx, id, { params }) => deleteClaim(tx, params.authServerId, id),
  present: presentClaim,
})

export const tokenContentHandlers: HandlerTable<typeof tokenContentRoutes> = {
  listServerScopes: async ({ reader, base, params }) => {
    const listed = await listScopes(reader, params.authServerId)
    return { body: listed.map((scope) => presentScope(scope, base)) }
  },
  createServerScope: scopes.create,
  getServerScope: scopes.get,
  replaceServerScope: scopes.replace,
  deleteServerScope: scopes.remove,

  listServerClaims: async ({ reader, base, params }) => {
    const listed = await listClaims(reader, params.authServerId)
    return { body: listed.map((claim) => presentClaim(claim, base)) }
  },
  createServerClaim: claims.create,
  getServerClaim: claims.get,
  replaceServerClaim: claims.replace,
  deleteServerClaim: claims.remove,
}
