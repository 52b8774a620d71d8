import type { TokenClient } from '#contract/apps/token-client.ts'
import { appDefinition } from '#contract/apps/definition.ts'
import type { clientTokenRoutes } from '#contract/routes/client-tokens.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import { clientIdOf, requireClientApp } from '#operations/apps/clients.ts'
import { requireAuthorizationServer } from '#operations/authorization-servers/authorization-servers.ts'
import { listTokenClients } from '#operations/oauth/token-clients.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { userOf } from '../directory/one-user.ts'
import { link } from '../links.ts'
import { tokenHandlers } from './refresh-tokens.ts'

const userPath = (id: string, clientId: string) => `/api/v1/users/${id}/clients/${encodeURIComponent(clientId)}`
const serverPath = (id: string, clientId: string) =>
  `/api/v1/authorizationServers/${id}/clients/${encodeURIComponent(clientId)}`

/** @param parts what of the client can be read and revoked there */
function presentClient(app: AppRecord, address: string, parts: readonly ('grants' | 'tokens')[]): TokenClient {
  const { settings } = appDefinition(app, app.definition, app.definition.features)
  const { client_uri = null, logo_uri = null } = (settings['oauthClient'] ?? {}) as Partial<TokenClient>
  return {
    client_id: clientIdOf(app),
    client_name: app.label,
    ...{ client_uri, logo_uri },
    _links: Object.fromEntries(parts.map((part) => [part, link(`${address}/${part}`, 'GET', 'DELETE')])),
  }
}

const ofUser = tokenHandlers<{ userId: string; clientId: string }>(async (input) => {
  const { id } = await userOf(input, input.params.userId)
  const app = await requireClientApp(input.reader, input.params.clientId)
  return { of: { appId: app.id, userId: id }, path: `${userPath(id, clientIdOf(app))}/tokens` }
})

const ofServer = tokenHandlers<{ authServerId: string; clientId: string }>(async ({ reader, params }) => {
  const { id } = await requireAuthorizationServer(reader, params.authServerId)
  const app = await requireClientApp(reader, params.clientId)
  return { of: { appId: app.id, serverId: id }, path: `${serverPath(id, clientIdOf(app))}/tokens` }
})

export const clientTokenHandlers: HandlerTable<typeof clientTokenRoutes> = {
  listUserClients: async (input) => {
    const { reader, service, base } = input
    const { id } = await userOf(input, input.params.userId)
    const clients = await listTokenClients(reader, ['userId', id], service.now())
    const address = (app: AppRecord) => `${base}${userPath(id, clientIdOf(app))}`
    return { body: clients.map((app) => presentClient(app, address(app), ['grants', 'tokens'])) }
  },
  listUserClientTokens: ofUser.list,
  revokeUserClientTokens: ofUser.revokeAll,
  getUserClientToken: ofUser.get,
  revokeUserClientToken: ofUser.revoke,

  listServerClients: async ({ reader, service, base, params }) => {
    const { id } = await requireAuthorizationServer(reader, params.authServerId)
    const clients = await listTokenClients(reader, ['serverId', id], service.now())
    return { body: clients.map((app) => presentClient(app, `${base}${serverPath(id, clientIdOf(app))}`, ['tokens'])) }
  },
  listServerClientTokens: ofServer.list,
  revokeServerClientTokens: ofServer.revokeAll,
  getServerClientToken: ofServer.get,
  revokeServerClientToken: ofServer.revoke,
}
