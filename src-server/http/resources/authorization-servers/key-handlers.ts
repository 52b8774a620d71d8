import { notFound } from '#contract/interface/api-error.ts'
import type { ServerKey } from '#contract/access/server-key.ts'
import type { serverKeyRoutes } from '#contract/routes/server-keys.ts'
import type { ServerKeyRecord } from '#db/tables/server-keys.ts'
import { requireAuthorizationServer } from '#operations/authorization-servers/authorization-servers.ts'
import { keysOfServer, rotateServerKey } from '#operations/authorization-servers/server-keys.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { link } from '../links.ts'

function presentKey({ kid, status, n, e, serverId }: ServerKeyRecord, base: string): ServerKey {
  const self = link(`${base}/api/v1/authorizationServers/${serverId}/credentials/keys/${kid}`, 'GET')
  return { status, alg: 'RS256', e, n, kid, kty: 'RSA', use: 'sig', _links: { self } }
}

export const serverKeyHandlers: HandlerTable<typeof serverKeyRoutes> = {
  listServerKeys: async ({ service, reader, base, params }) => {
    const { id } = await requireAuthorizationServer(reader, params.authServerId)
    const keys = reader.visible('read', 'authorizationServer').of(await keysOfServer(service, id))
    return { body: keys.map((key) => presentKey(key, base)) }
  },
  getServerKey: async ({ service, reader, base, params: { authServerId, kid } }) => {
    const { id } = await requireAuthorizationServer(reader, authServerId)
    const key = (await keysOfServer(service, id)).find((one) => one.kid === kid)
    if (!key) throw notFound(kid, 'JsonWebKey')
    return { body: presentKey(key, base) }
  },
  rotateServerKeys: async ({ service, reader, write, base, params }) => {
    const { id } = await requireAuthorizationServer(reader, params.authServerId)
    return { body: (await rotateServerKey(service, write, id)).map((key) => presentKey(key, base)) }
  },
}
