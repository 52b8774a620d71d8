import { notFound } from '../../../contract/api-error.ts'
import type { AuthorizationServer } from '../../../contract/authorization-server.ts'
import { DEFAULT_SERVER_ALIAS } from '../../../contract/authorization-server.ts'
import type { AuthorizationServerDefinition } from '../../../db/models/authorization-server.ts'
import {
  createAuthorizationServer,
  deleteAuthorizationServer,
  listAuthorizationServers,
  replaceAuthorizationServer,
  requireAuthorizationServer,
  setAuthorizationServerStatus,
  type AuthorizationServerRow,
} from '../../../operations/authorization-servers/authorization-servers.ts'
import { createPolicy } from '../../../operations/policies/create-policy.ts'
import type { Service } from '../../../operations/service.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { lifecycleLink, link } from '../links.ts'
import { listOf, policyActs, policyReply } from '../policies/handlers.ts'

function presentServer(row: AuthorizationServerRow, base: string): AuthorizationServer {
  const self = `${base}/api/v1/authorizationServers/${row.id}`
  const isDefault = row.is_default === 1
  const { description, audiences, issuerMode } = JSON.parse(row.definition) as AuthorizationServerDefinition
  return {
    id: row.id,
    name: row.name,
    description,
    audiences,
    issuer: `${base}/oauth2/${isDefault ? DEFAULT_SERVER_ALIAS : row.id}`,
    issuerMode: issuerMode as AuthorizationServer['issuerMode'],
    status: row.status,
    default: isDefault,
    created: row.created,
    lastUpdated: row.last_updated,
    _links: {
      self: isDefault ? link(self, 'GET', 'PUT') : link(self, 'GET', 'PUT', 'DELETE'),
      policies: link(`${self}/policies`, 'GET', 'POST'),
      ...lifecycleLink(self, row.status),
    },
  }
}

const NOTHING = { body: undefined }

/** @throws E0000007 unless the policy is one of the server's own */
async function requireServerPolicy(
  service: Service,
  { authServerId, policyId }: Record<'authServerId' | 'policyId', string>,
) {
  const server = await requireAuthorizationServer(service, authServerId)
  const policy = (await service.snapshot()).policies.get(policyId)
  if (policy?.authorizationServerId !== server.id) throw notFound(policyId, 'Policy')
}

type OfPolicy = { service: Service; params: { policyId: string } }
type OfServer<Input extends OfPolicy> = Omit<Input, 'params'> & {
  params: Input['params'] & { authServerId: string }
}

/** A reply without the route that it answers: the same for policies here and elsewhere. */
type Answer<Body> = { body: Body; next?: string | null; immutable?: boolean }

/** The very handler of the other policies, let at those of the server in the path only. */
function ofServer<Input extends OfPolicy, Body>(handler: (input: Input) => Promise<Answer<Body>>) {
  return async (input: OfServer<Input>): Promise<Answer<Body>> => {
    await requireServerPolicy(input.service, input.params)
    return handler(input as unknown as Input)
  }
}

export const authorizationServerHandlers: HandlerTable<'authorizationServers'> = {
  listAuthorizationServers: async ({ service, base, query }) => {
    const page = await listAuthorizationServers(service, query)
    return { body: page.items.map((row) => presentServer(row, base)), next: page.next }
  },

  createAuthorizationServer: async ({ service, act, base, body }) => {
    const id = await createAuthorizationServer(service, act, body)
    return { body: presentServer(await requireAuthorizationServer(service, id), base) }
  },

  getAuthorizationServer: async ({ service, base, params }) => ({
    body: presentServer(await requireAuthorizationServer(service, params.authServerId), base),
  }),

  replaceAuthorizationServer: async ({ service, act, base, params, body }) => {
    await replaceAuthorizationServer(service, act, params.authServerId, body)
    return { body: presentServer(await requireAuthorizationServer(service, params.authServerId), base) }
  },

  deleteAuthorizationServer: async ({ service, act, params }) => {
    await deleteAuthorizationServer(service, act, params.authServerId)
    return NOTHING
  },

  activateAuthorizationServer: async ({ service, act, params }) => {
    await setAuthorizationServerStatus(service, act, params.authServerId, 'ACTIVE')
    return NOTHING
  },

  deactivateAuthorizationServer: async ({ service, act, params }) => {
    await setAuthorizationServerStatus(service, act, params.authServerId, 'INACTIVE')
    return NOTHING
  },

  listServerPolicies: async ({ service, base, params, query }) => {
    const server = await requireAuthorizationServer(service, params.authServerId)
    const all = (await service.snapshot()).byType.get('OAUTH_AUTHORIZATION_POLICY') ?? []
    return listOf(
      all.filter((policy) => policy.authorizationServerId === server.id),
      query,
      base,
    )
  },

  createServerPolicy: async ({ service, act, base, params, body, query }) => {
    const server = await requireAuthorizationServer(service, params.authServerId)
    const id = await createPolicy(service, act, body, query.activate, server.id)
    return policyReply(service, base, id)
  },

  getServerPolicy: ofServer(policyActs.getPolicy),
  replaceServerPolicy: ofServer(policyActs.replacePolicy),
  deleteServerPolicy: ofServer(policyActs.deletePolicy),
  activateServerPolicy: ofServer(policyActs.activatePolicy),
  deactivateServerPolicy: ofServer(policyActs.deactivatePolicy),
  listServerRules: ofServer(policyActs.listRules),
  createServerRule: ofServer(policyActs.createRule),
  getServerRule: ofServer(policyActs.getRule),
  replaceServerRule: ofServer(policyActs.replaceRule),
  deleteServerRule: ofServer(policyActs.deleteRule),
  activateServerRule: ofServer(policyActs.activateRule),
  deactivateServerRule: ofServer(policyActs.deactivateRule),
}
