import { z } from 'zod'
import { authorizationServerSchema, DEFAULT_SERVER_ALIAS } from '../access/authorization-server.ts'
import { pageQueryOf } from '../interface/collection.ts'
import { idListSchema, queryBooleanSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { AS_SENT } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'
import { KINDS } from '../kinds.ts'

const server = KINDS.authorizationServer
const { param, scope } = KINDS.associatedServer
const PATH = `${server.path}/{${server.param}}/associatedServers` as const
const tag = 'Authorization servers'
const params = z.object({
  authServerId: idSchema.meta({
    description: `Identifier, or \`${DEFAULT_SERVER_ALIAS}\` for the organization’s own server`,
  }),
})
const reply = z.array(authorizationServerSchema)

/** Which authorization servers trust the tokens of which others (spec/5 §1). */
export const associatedServerRoutes = {
  listAssociatedServers: defineRoute({
    tag,
    scope: `svc.${scope}.read`,
    method: 'GET',
    path: PATH,
    summary: 'List the servers that an authorization server trusts',
    description: '`q` matches the beginning of the name.',
    params,
    query: z.object({
      trusted: queryBooleanSchema(true).meta({ description: '`false` lists those that it does not trust' }),
      q: z.string().min(1).max(LIMITS.nameLength).optional(),
      ...pageQueryOf('authorizationServer').shape,
    }),
    links: AS_SENT,
    responses: { 200: reply },
  }),
  associateServers: defineRoute({
    tag,
    scope: `svc.${scope}.manage`,
    subject: server.errorKind,
    method: 'POST',
    path: PATH,
    summary: 'Make an authorization server trust others',
    description: 'Answers those that the request names.',
    params,
    body: z
      .object({ trusted: idListSchema.min(1).max(LIMITS.authorizationServers) })
      .meta({ id: 'AssociatedServersWrite' }),
    responses: { 200: reply },
  }),
  deleteAssociatedServer: defineRoute({
    tag,
    scope: `svc.${scope}.manage`,
    method: 'DELETE',
    path: `${PATH}/{${param}}`,
    summary: 'Stop an authorization server from trusting another one',
    params: params.extend({ [param]: idSchema }),
    responses: { 204: null },
  }),
}
