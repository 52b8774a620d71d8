import { notFound } from '#contract/interface/api-error.ts'
import type { Links } from '#contract/interface/fields.ts'
import type { AuthorizationServer } from '#contract/access/authorization-server.ts'
import type { AuthorizationServerRecord } from '#db/tables/authorization-servers.ts'
import {
  createAuthorizationServer,
  deleteAuthorizationServer,
  listAuthorizationServers,
  replaceAuthorizationServer,
  requireAuthorizationServer,
  setAuthorizationServerStatus,
} from '#operations/authorization-servers/authorization-servers.ts'
import { issuerOf } from '#operations/authorization-servers/issuer.ts'
import { nextRotation } from '#operations/authorization-servers/server-keys.ts'
import { createPolicy } from '#operations/policies/create-policy.ts'
import type { Service } from '#operations/service/service.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { authorizationServerRoutes } from '#contract/routes/authorization-servers.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { collectionHandlers } from '../collection.ts'
import { lifecycleLink, link } from '../links.ts'
import { listOf, policyHandlersOfOne, policyReply } from '../policies/handlers.ts'

const METADATA = ['oauth-authorization-server', 'openid-configuration'] as const

function signingOf(row: AuthorizationServerRecord): AuthorizationServer['credentials']['signing'] {
  const next = nextRotation(row)
  return {
    kid: row.signingKid,
    rotationMode: row.signingRotation,
    lastRotated: row.signingRotated,
    ...(next === null ? {} : { nextRotation: next }),
  }
}

/** The links of spec/5 §14; those of keys, claims, scopes and metadata lead to what an OAuth client asks for. */
function serverLinks(self: string, issuer: string, { isDefault, status }: AuthorizationServerRecord): Links {
  return {
    rotateKey: link(`${self}/credentials/lifecycle/keyRotate`, 'POST'),
    metadata: METADATA.map((name) => ({ name, ...link(`${issuer}/.well-known/${name}`, 'GET') })),
    keys: link(`${self}/credentials/keys`, 'GET'),
    claims: link(`${self}/claims`, 'GET'),
    policies: link(`${self}/policies`, 'GET'),
    self: isDefault ? link(self, 'GET', 'PUT') : link(self, 'GET', 'DELETE', 'PUT'),
    scopes: link(`${self}/scopes`, 'GET'),
    ...lifecycleLink(self, status),
  }
}

/** A server as the wire shows it. */
export function presentServer(row: AuthorizationServerRecord, base: string): AuthorizationServer {
  const self = `${base}/api/v1/authorizationServers/${row.id}`
  const isDefault = row.isDefault
  // As tokens name it: services compare the two, and clients find the metadata below it (RFC 8414 §3.3).
  const issuer = issuerOf(base, row)
  const { description, audiences, issuerMode } = row.definition
  return {
    id: row.id,
    name: row.name,
    description,
    audiences,
    issuer,
    issuerMode: issuerMode as AuthorizationServer['issuerMode'],
    status: row.status,
    default: isDefault,
    created: row.created,
    lastUpdated: row.lastUpdated,
    credentials: { signing: signingOf(row) },
    _links: serverLinks(self, issuer, row),
  }
}

const servers = collectionHandlers({
  param: 'authServerId',
  list: ({ reader }, query: Parameters<typeof listAuthorizationServers>[1]) => listAuthorizationServers(reader, query),
  require: requireAuthorizationServer,
  create: createAuthorizationServer,
  replace: replaceAuthorizationServer,
  remove: deleteAuthorizationServer,
  setStatus: setAuthorizationServerStatus,
  present: presentServer,
})

/** @throws ApiError E0000007 unless the policy is one of the server's own */
async function requireServerPolicy(
  { service, reader }: Pick<OfPolicy, 'service' | 'reader'>,
  { authServerId, policyId }: Record<'authServerId' | 'policyId', string>,
) {
  const server = await requireAuthorizationServer(reader, authServerId)
  const policy = (await service.snapshot()).policies.get(policyId)
  if (policy?.authorizationServerId !== server.id) throw notFound(policyId, 'Policy')
}

type OfPolicy = { service: Service; reader: Reader; params: { policyId: string } }
type OfServer<Input extends OfPolicy> = Omit<Input, 'params'> & {
  params: Input['params'] & { authServerId: string }
}

/** A reply without the route that it answers: the same for policies here and elsewhere. */
type Answer<Body> = { body: Body; next?: string | null; immutable?: boolean }

/** The very handler of the other policies, let at those of the server in the path only. */
function ofServer<Input extends OfPolicy, Body>(handler: (input: Input) => Promise<Answer<Body>>) {
  return async (input: OfServer<Input>): Promise<Answer<Body>> => {
    await requireServerPolicy(input, input.params)
    return handler(input as unknown as Input)
  }
}

export const authorizationServerHandlers: HandlerTable<typeof authorizationServerRoutes> = {
  listAuthorizationServers: servers.list,
  createAuthorizationServer: servers.create,
  getAuthorizationServer: servers.get,
  replaceAuthorizationServer: servers.replace,
  deleteAuthorizationServer: servers.remove,
  activateAuthorizationServer: (input) => servers.activateQuietly(input, undefined),
  deactivateAuthorizationServer: (input) => servers.deactivateQuietly(input, undefined),

  listServerPolicies: async (input) => {
    const { service, reader, params, query } = input
    const server = await requireAuthorizationServer(reader, params.authServerId)
    const all = (await service.snapshot()).byType.get('OAUTH_AUTHORIZATION_POLICY') ?? []
    const own = all.filter((policy) => policy.authorizationServerId === server.id)
    return listOf(input, own, query)
  },

  createServerPolicy: async ({ service, reader, write, base, params, body, query: { activate } }) => {
    const { id: authorizationServerId } = await requireAuthorizationServer(reader, params.authServerId)
    const id = await write((tx) => createPolicy(tx, body, { activate, authorizationServerId }))
    return policyReply(service, base, id)
  },

  getServerPolicy: ofServer(policyHandlersOfOne.getPolicy),
  replaceServerPolicy: ofServer(policyHandlersOfOne.replacePolicy),
  deleteServerPolicy: ofServer(policyHandlersOfOne.deletePolicy),
  activateServerPolicy: ofServer(policyHandlersOfOne.activatePolicy),
  deactivateServerPolicy: ofServer(policyHandlersOfOne.deactivatePolicy),
  listServerRules: ofServer(policyHandlersOfOne.listRules),
  createServerRule: ofServer(policyHandlersOfOne.createRule),
  getServerRule: ofServer(policyHandlersOfOne.getRule),
  replaceServerRule: ofServer(policyHandlersOfOne.replaceRule),
  deleteServerRule: ofServer(policyHandlersOfOne.deleteRule),
  activateServerRule: ofServer(policyHandlersOfOne.activateRule),
  deactivateServerRule: ofServer(policyHandlersOfOne.deactivateRule),
}
