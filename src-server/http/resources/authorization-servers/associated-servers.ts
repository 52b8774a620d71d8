import type { associatedServerRoutes } from '#contract/routes/associated-servers.ts'
import {
  distrustServer,
  listAssociatedServers,
  trustServers,
} from '#operations/authorization-servers/trusted-servers.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { presentServer } from './handlers.ts'

export const associatedServerHandlers: HandlerTable<typeof associatedServerRoutes> = {
  listAssociatedServers: async ({ reader, base, params, query }) => {
    const { items, next } = await listAssociatedServers(reader, params.authServerId, query)
    return { body: items.map((server) => presentServer(server, base)), next }
  },
  associateServers: async ({ write, base, params, body }) => {
    const trusted = await write((tx) => trustServers(tx, params.authServerId, body.trusted))
    return { body: trusted.map((server) => presentServer(server, base)) }
  },
  deleteAssociatedServer: async ({ write, params }) => {
    await write((tx) => distrustServer(tx, params.authServerId, params.associatedServerId))
    return { body: undefined }
  },
}
