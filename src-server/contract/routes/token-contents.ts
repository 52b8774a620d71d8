import { z } from 'zod'
import { DEFAULT_SERVER_ALIAS } from '../access/authorization-server.ts'
import { serverClaimSchema, serverClaimWriteSchema } from '../access/server-claim.ts'
import { serverScopeSchema, serverScopeWriteSchema } from '../access/server-scope.ts'
import { idSchema } from '../interface/ids.ts'
import { NO_SELF } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'
import { KINDS } from '../kinds.ts'

const server = KINDS.authorizationServer
const SERVER = `${server.path}/{${server.param}}` as const
const serverParams = z.object({
  authServerId: idSchema.meta({
    description: `Identifier, or \`${DEFAULT_SERVER_ALIAS}\` for the organization’s own server`,
  }),
})

/** The five operations of what lies below an authorization server; a system one keeps its parts (`E0000077`). */
function belowServer<
  const Kind extends 'serverScope' | 'serverClaim',
  const Part extends string,
  Read extends z.ZodType,
  Write extends z.ZodType,
>(kind: Kind, part: Part, read: Read, body: Write) {
  const { param, singular, plural, scope, errorKind: subject } = KINDS[kind]
  const tag = 'Authorization servers'
  const reading = { tag, scope: `svc.${scope}.read`, params: serverParams } as const
  const managing = { tag, scope: `svc.${scope}.manage`, subject, params: serverParams } as const
  const path = `${SERVER}/${part}` as const
  const one = `${path}/{${param}}` as const
  const params = serverParams.extend({ [param]: idSchema } as Record<(typeof KINDS)[Kind]['param'], typeof idSchema>)
  const responses = { 200: read } as const
  return {
    list: {
      ...reading,
      method: 'GET',
      path,
      summary: `List the ${plural} of an authorization server`,
      responses: { 200: z.array(read) },
      links: NO_SELF,
    },
    create: {
      ...managing,
      method: 'POST',
      path,
      summary: `Create a ${singular} of an authorization server`,
      body,
      responses: { 201: read },
    },
    get: {
      ...reading,
      method: 'GET',
      path: one,
      summary: `Read a ${singular} of an authorization server`,
      params,
      responses,
    },
    replace: {
      ...managing,
      method: 'PUT',
      path: one,
      summary: `Replace a ${singular} of an authorization server`,
      params,
      body,
      responses,
      errors: ['E0000077'],
    },
    remove: {
      ...managing,
      method: 'DELETE',
      path: one,
      summary: `Delete a ${singular} of an authorization server`,
      params,
      responses: { 204: null },
    },
  } as const
}

const scopes = belowServer('serverScope', 'scopes', serverScopeSchema, serverScopeWriteSchema)
const claims = belowServer('serverClaim', 'claims', serverClaimSchema, serverClaimWriteSchema)

/** What clients may ask an authorization server for, and what its tokens say (spec/5 §14). */
export const tokenContentRoutes = {
  listServerScopes: defineRoute(scopes.list),
  createServerScope: defineRoute(scopes.create),
  getServerScope: defineRoute(scopes.get),
  replaceServerScope: defineRoute(scopes.replace),
  deleteServerScope: defineRoute(scopes.remove),

  listServerClaims: defineRoute(claims.list),
  createServerClaim: defineRoute(claims.create),
  getServerClaim: defineRoute(claims.get),
  replaceServerClaim: defineRoute(claims.replace),
  deleteServerClaim: defineRoute(claims.remove),
}
