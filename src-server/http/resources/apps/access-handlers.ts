import type { AppGrant } from '#contract/apps/app-grant.ts'
import { KINDS } from '#contract/kinds.ts'
import type { appAccessRoutes } from '#contract/routes/app-access.ts'
import { grantScope, listGrants, requireGrant, revokeGrant, type ClientGrant } from '#operations/apps/grants.ts'
import { requireApp } from '#operations/snapshot/apps.sql.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { link } from '../links.ts'
import { tokenHandlers } from './refresh-tokens.ts'

const NOTHING = { body: undefined }

/** A grant as the wire shows it (spec/5 §8.7). */
function presentGrant(grant: ClientGrant, base: string, withScope: boolean): AppGrant {
  const { id, appId, scopeId, clientId, label: title } = grant
  const app = `${base}/api/v1/apps/${appId}`
  return {
    id,
    status: 'ACTIVE',
    created: grant.created,
    createdBy: {
      id: grant.createdBy,
      type: grant.createdBy.startsWith(KINDS.app.idPrefix) ? 'PublicClientApp' : 'User',
    },
    lastUpdated: grant.lastUpdated,
    issuer: base,
    clientId,
    scopeId,
    source: 'ADMIN',
    ...(withScope ? { _embedded: { scope: { id: scopeId } } } : {}),
    _links: {
      app: { href: app, title },
      self: link(`${app}/grants/${id}`, 'GET', 'DELETE'),
      client: { href: `${base}/oauth2/v1/clients/${clientId}`, title },
    },
  }
}

const tokens = tokenHandlers<{ appId: string }>(async ({ reader, params }) => {
  const { id } = await requireApp(reader, params.appId)
  return { of: { appId: id }, path: `/api/v1/apps/${id}/tokens` }
})

export const appAccessHandlers: HandlerTable<typeof appAccessRoutes> = {
  listAppGrants: async ({ reader, base, params, query }) => {
    const grants = await listGrants(reader, params.appId)
    return { body: grants.map((grant) => presentGrant(grant, base, query.expand === 'scope')) }
  },
  grantScope: async ({ reader, write, base, params, body }) => {
    const id = await write((tx) => grantScope(tx, params.appId, body, base))
    return { body: presentGrant(await requireGrant(reader, params.appId, id), base, true) }
  },
  getAppGrant: async ({ reader, base, params, query }) => {
    const grant = await requireGrant(reader, params.appId, params.grantId)
    return { body: presentGrant(grant, base, query.expand === 'scope') }
  },
  revokeAppGrant: async ({ write, params }) => {
    await write((tx) => revokeGrant(tx, params.appId, params.grantId))
    return NOTHING
  },

  listAppTokens: tokens.list,
  revokeAppTokens: tokens.revokeAll,
  getAppToken: tokens.get,
  revokeAppToken: tokens.revoke,
}
