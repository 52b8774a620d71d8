import type { RefreshToken } from '#contract/apps/refresh-token.ts'
import type { Route } from '#contract/interface/route.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { clientIdOf } from '#operations/apps/clients.ts'
import { issuerOf } from '#operations/authorization-servers/issuer.ts'
import { describeScopes } from '#operations/oauth/parties.ts'
import {
  listTokens,
  requireToken,
  revokeToken,
  revokeTokens,
  type OfClient,
  type RefreshTokenView,
} from '#operations/oauth/refresh-tokens.ts'
import type { HandlerInput } from '../../reply.ts'
import { partyLinks, presentGrantedScope } from './party-links.ts'

const NOTHING = { body: undefined }

type Input<Params> = Pick<HandlerInput<Route>, 'service' | 'reader' | 'write' | 'base' | 'context'> & { params: Params }
type Expanding = { query: { expand?: 'scope' | 'user' | undefined } }
type Listing = Expanding & { query: { limit: number; after?: string | undefined } }

interface Place {
  of: OfClient
  /** Of the list, below the base address. */
  path: string
}

async function present(
  token: RefreshTokenView,
  { base, reader, path, withScopes }: { base: string; reader: Reader; path: string; withScopes: boolean },
): Promise<RefreshToken> {
  const { id, created, expires, scopes, user, app, server } = token
  const serverId = server?.id ?? null
  const described = withScopes ? await describeScopes(reader, serverId, scopes) : null
  return {
    ...{ id, status: 'ACTIVE', created, lastUpdated: created, expiresAt: expires },
    ...{ issuer: issuerOf(base, server), clientId: clientIdOf(app), userId: user.id, scopes: [...scopes] },
    ...(described && {
      _embedded: { scopes: described.map((scope) => presentGrantedScope(scope, serverId, base)) },
    }),
    _links: partyLinks(token, base, `${base}${path}/${id}`, true),
  }
}

/** The handlers of refresh tokens below something. @param placeOf what the path names. @throws ApiError E0000007 */
export function tokenHandlers<Params>(placeOf: (input: Input<Params>) => Promise<Place>) {
  const shown = ({ base, reader, query }: Input<Params> & Expanding, path: string) => ({
    ...{ base, reader, path },
    withScopes: query.expand === 'scope',
  })
  return {
    list: async (input: Input<Params> & Listing) => {
      const { of, path } = await placeOf(input)
      const { items, next } = await listTokens(input.reader, of, input.query, input.service.now())
      return { body: await Promise.all(items.map((token) => present(token, shown(input, path)))), next }
    },
    revokeAll: async (input: Input<Params>) => {
      const { of } = await placeOf(input)
      await input.write((tx) => revokeTokens(tx, of))
      return NOTHING
    },
    get: async (input: Input<Params & { tokenId: string }> & Expanding) => {
      const { of, path } = await placeOf(input)
      const token = await requireToken(input.reader, of, input.params.tokenId, input.service.now())
      return { body: await present(token, shown(input, path)) }
    },
    revoke: async (input: Input<Params & { tokenId: string }>) => {
      const { of } = await placeOf(input)
      await input.write((tx) => revokeToken(tx, of, input.params.tokenId))
      return NOTHING
    },
  }
}
