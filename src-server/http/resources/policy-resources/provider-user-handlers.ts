import type { IdentityProviderUser } from '#contract/policy/resources/identity-provider-user.ts'
import type { identityProviderUserRoutes } from '#contract/routes/identity-provider-users.ts'
import type { IdentityProviderUserRecord } from '#db/tables/identity-provider-users.ts'
import {
  linkProviderUser,
  listProvidersOfUser,
  listProviderUsers,
  requireProviderUser,
  unlinkProviderUser,
} from '#operations/policy-resources/provider-users.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { userOf } from '../directory/one-user.ts'
import { link } from '../links.ts'
import { presentIdentityProvider } from './identity-provider-presenter.ts'

/** A person as an identity provider knows them (spec/6 22). */
function presentProviderUser(row: IdentityProviderUserRecord, base: string): IdentityProviderUser {
  const provider = `${base}/api/v1/idps/${row.providerId}`
  return {
    id: row.userId,
    externalId: row.externalId,
    created: row.created,
    lastUpdated: row.lastUpdated,
    profile: {},
    _links: {
      self: link(`${provider}/users/${row.userId}`, 'GET', 'DELETE'),
      idp: link(provider, 'GET'),
      user: link(`${base}/api/v1/users/${row.userId}`, 'GET'),
    },
  }
}

export const identityProviderUserHandlers: HandlerTable<typeof identityProviderUserRoutes> = {
  listIdentityProviderUsers: async ({ reader, params, query, base }) => {
    const { items, next } = await listProviderUsers(reader, params.idpId, query)
    return { body: items.map((row) => presentProviderUser(row, base)), next }
  },
  getIdentityProviderUser: async ({ reader, params, base }) => ({
    body: presentProviderUser(await requireProviderUser(reader, params.idpId, params.userId), base),
  }),
  linkIdentityProviderUser: async ({ write, params, body, base }) => {
    const linked = await write((tx) => linkProviderUser(tx, params.idpId, params.userId, body))
    return { body: presentProviderUser(linked, base) }
  },
  unlinkIdentityProviderUser: async ({ write, params }) => {
    await write((tx) => unlinkProviderUser(tx, params.idpId, params.userId))
    return { body: undefined }
  },
  listIdentityProviderTokens: async ({ reader, params }) => {
    await requireProviderUser(reader, params.idpId, params.userId)
    return { body: [] }
  },
  listUserIdentityProviders: async (input) => {
    const { id } = await userOf(input, input.params.userId)
    // WHY as stored: who may read people is not thereby told the secrets of clients.
    const { items, next } = await listProvidersOfUser(input.reader, id, input.query)
    return { body: items.map((row) => presentIdentityProvider(row, input.base)), next }
  },
}
