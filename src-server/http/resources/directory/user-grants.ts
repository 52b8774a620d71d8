import type { UserGrant } from '#contract/apps/user-grant.ts'
import type { Route } from '#contract/interface/route.ts'
import type { userGrantRoutes } from '#contract/routes/user-grants.ts'
import { clientIdOf, requireClientApp } from '#operations/apps/clients.ts'
import { issuerOf } from '#operations/authorization-servers/issuer.ts'
import {
  listConsents,
  requireConsent,
  revokeConsent,
  revokeConsents,
  type ConsentView,
} from '#operations/oauth/consents.ts'
import { describeScopes } from '#operations/oauth/parties.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { HandlerInput } from '../../reply.ts'
import { partyLinks, presentGrantedScope } from '../apps/party-links.ts'
import { userOf } from './one-user.ts'

const NOTHING = { body: undefined }

type Input = Pick<HandlerInput<Route>, 'reader' | 'base'> & { query: { expand?: 'scope' | undefined } }

async function presentConsent(consent: ConsentView, { reader, base, query }: Input): Promise<UserGrant> {
  const { id, userId, serverId, scope, created, lastUpdated, app, server } = consent
  const [described] = query.expand === 'scope' ? await describeScopes(reader, serverId, [scope]) : []
  return {
    ...{ id, status: 'ACTIVE', created, lastUpdated },
    ...{ issuer: issuerOf(base, server), clientId: clientIdOf(app), userId, scopeId: scope, source: 'END_USER' },
    ...(described ? { _embedded: { scope: presentGrantedScope(described, serverId, base) } } : {}),
    _links: partyLinks(consent, base, `${base}/api/v1/users/${userId}/grants/${id}`, false),
  }
}

async function shown(input: Input, { items, next }: { items: ConsentView[]; next: string | null }) {
  return { body: await Promise.all(items.map((consent) => presentConsent(consent, input))), next }
}

export const userGrantHandlers: HandlerTable<typeof userGrantRoutes> = {
  listUserGrants: async (input) => {
    const { id } = await userOf(input, input.params.userId)
    return shown(input, await listConsents(input.reader, id, input.query))
  },
  revokeUserGrants: async (input) => {
    const { id } = await userOf(input, input.params.userId)
    await input.write((tx) => revokeConsents(tx, id))
    return NOTHING
  },
  getUserGrant: async (input) => {
    const { id } = await userOf(input, input.params.userId)
    return { body: await presentConsent(await requireConsent(input.reader, id, input.params.grantId), input) }
  },
  revokeUserGrant: async (input) => {
    const { id } = await userOf(input, input.params.userId)
    await input.write((tx) => revokeConsent(tx, id, input.params.grantId))
    return NOTHING
  },
  listUserClientGrants: async (input) => {
    const { id } = await userOf(input, input.params.userId)
    const app = await requireClientApp(input.reader, input.params.clientId)
    return shown(input, await listConsents(input.reader, id, { ...input.query, appId: app.id }))
  },
  revokeUserClientGrants: async (input) => {
    const { id } = await userOf(input, input.params.userId)
    await input.write(async (tx) => revokeConsents(tx, id, await requireClientApp(tx, input.params.clientId)))
    return NOTHING
  },
}
