import type { ClientAuthMethod } from '#contract/apps/client-credentials.ts'
import { usesSecret } from '#contract/apps/client-credentials.ts'
import { appDefinition } from '#contract/apps/definition.ts'
import { registeredSettings, type RegisteredClient } from '#contract/apps/registered-client.ts'
import type { Route } from '#contract/interface/route.ts'
import type { registeredClientRoutes } from '#contract/routes/registered-clients.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import { newestSecret } from '#operations/apps/client-secrets.ts'
import { authMethodOf, clientIdOf } from '#operations/apps/clients.ts'
import {
  deleteClient,
  listClients,
  registerClient,
  replaceClient,
  replaceSecret,
  requireRegisteredClient,
} from '#operations/apps/registered-clients.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { HandlerInput } from '../../reply.ts'
import { presentSettings } from '../apps/credential-presenter.ts'

/** A client as its registration shows it. @param secret where it is answered */
function presentClient(app: AppRecord, base: string, secret?: string): RegisteredClient {
  const { settings } = appDefinition(app, app.definition, app.definition.features)
  const shown = presentSettings(settings, base)['oauthClient'] as Record<string, unknown>
  const method = authMethodOf(app) as ClientAuthMethod
  return {
    client_id: clientIdOf(app),
    client_id_issued_at: Math.floor(Date.parse(app.created) / 1_000),
    ...(secret === undefined ? {} : { client_secret: secret }),
    ...(usesSecret(method) ? { client_secret_expires_at: 0 as const } : {}),
    client_name: app.label,
    token_endpoint_auth_method: method,
    ...registeredSettings(shown),
  } as RegisteredClient
}

type Input = Pick<HandlerInput<Route>, 'reader' | 'service' | 'base'>

async function withSecret({ reader, service, base }: Input, clientId: string) {
  const app = await requireRegisteredClient(reader, clientId)
  const method = authMethodOf(app)
  const secret = method && usesSecret(method) ? await newestSecret(reader, service.secretBox, app.id) : undefined
  return { body: presentClient(app, base, secret) }
}

export const registeredClientHandlers: HandlerTable<typeof registeredClientRoutes> = {
  listOAuthClients: async ({ reader, base, query }) => {
    const { items, next } = await listClients(reader, query)
    return { body: items.map((app) => presentClient(app, base)), next }
  },
  createOAuthClient: async (input) => {
    const clientId = await input.write((tx) => registerClient(tx, input.service.secretBox, input.body))
    return withSecret(input, clientId)
  },
  getOAuthClient: async ({ reader, base, params }) => ({
    body: presentClient(await requireRegisteredClient(reader, params.clientId), base),
  }),
  replaceOAuthClient: async ({ reader, service, write, base, params, body }) => {
    await write((tx) => replaceClient(tx, service.secretBox, params.clientId, body))
    return { body: presentClient(await requireRegisteredClient(reader, params.clientId), base) }
  },
  deleteOAuthClient: async ({ write, params }) => {
    await write((tx) => deleteClient(tx, params.clientId))
    return { body: undefined }
  },
  newOAuthClientSecret: async (input) => {
    await input.write((tx) => replaceSecret(tx, input.service.secretBox, input.params.clientId))
    return withSecret(input, input.params.clientId)
  },
}
