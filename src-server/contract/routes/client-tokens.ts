import { z } from 'zod'
import { refreshTokenSchema, tokenExpansion, tokenListQuery } from '../apps/refresh-token.ts'
import { tokenClientSchema } from '../apps/token-client.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { NO_SELF, rebuilt } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'
import { KINDS } from '../kinds.ts'
import { users } from './user-collection.ts'

const server = KINDS.authorizationServer
const serverParams = z.object({
  authServerId: idSchema.meta({ description: 'Identifier, or `default` for the organization’s own server' }),
})

const ofClient = { clientId: idSchema }
const ofToken = { ...ofClient, tokenId: idSchema }

interface Above<Path, Area, Params, ClientParams, TokenParams> {
  path: Path
  tag: string
  area: Area
  /** Of what stands above, of a client below it, and of a token of that. */
  params: readonly [Params, ClientParams, TokenParams]
}

/** The clients that hold tokens below something, and their tokens there. @param noun as it follows "of" */
function clientTokens<
  const Path extends string,
  Area extends 'users' | 'authorizationServers',
  Params extends z.ZodObject,
  ClientParams extends z.ZodObject,
  TokenParams extends z.ZodObject,
>({ path, tag, area, params }: Above<Path, Area, Params, ClientParams, TokenParams>, noun: string) {
  const [above, client, token] = params
  const reading = { tag, scope: `svc.${area}.read`, method: 'GET' } as const
  const managing = { tag, scope: `svc.${area}.manage`, method: 'DELETE', responses: { 204: null } } as const
  const clients = `${path}/clients` as const
  const tokens = `${clients}/{clientId}/tokens` as const
  return {
    clients: {
      ...reading,
      path: clients,
      summary: `List the clients that hold tokens of ${noun}`,
      params: above,
      links: NO_SELF,
      responses: { 200: z.array(tokenClientSchema) },
    },
    list: {
      ...reading,
      path: tokens,
      summary: `List the refresh tokens that a client holds of ${noun}`,
      params: client,
      query: tokenListQuery,
      links: rebuilt(LIMITS.page.appTokens),
      responses: { 200: z.array(refreshTokenSchema) },
    },
    revokeAll: {
      ...managing,
      path: tokens,
      summary: `Revoke all tokens that a client holds of ${noun}`,
      params: client,
    },
    get: {
      ...reading,
      path: `${tokens}/{tokenId}`,
      summary: `Read a refresh token that a client holds of ${noun}`,
      params: token,
      query: tokenExpansion,
      responses: { 200: refreshTokenSchema },
    },
    revoke: {
      ...managing,
      path: `${tokens}/{tokenId}`,
      summary: `Revoke a refresh token that a client holds of ${noun}`,
      description: 'The access tokens that came of it end, too.',
      params: token,
    },
  } as const
}

const ofUser = clientTokens(
  {
    ...{ path: users.one, tag: 'Users', area: 'users' },
    params: [users.params, users.params.extend(ofClient), users.params.extend(ofToken)],
  },
  'a person',
)
const ofServer = clientTokens(
  {
    ...{ path: `${server.path}/{${server.param}}`, tag: 'Authorization servers', area: 'authorizationServers' },
    params: [serverParams, serverParams.extend(ofClient), serverParams.extend(ofToken)],
  },
  'an authorization server',
)

/** Refresh tokens as they hang on people and on authorization servers; those of applications are in `app-access.ts`. */
export const clientTokenRoutes = {
  listUserClients: defineRoute(ofUser.clients),
  listUserClientTokens: defineRoute(ofUser.list),
  revokeUserClientTokens: defineRoute(ofUser.revokeAll),
  getUserClientToken: defineRoute(ofUser.get),
  revokeUserClientToken: defineRoute(ofUser.revoke),

  listServerClients: defineRoute(ofServer.clients),
  listServerClientTokens: defineRoute(ofServer.list),
  revokeServerClientTokens: defineRoute(ofServer.revokeAll),
  getServerClientToken: defineRoute(ofServer.get),
  revokeServerClientToken: defineRoute(ofServer.revoke),
}
