import { Op, type WhereOptions } from 'sequelize'
import type { EventType } from '#contract/log/event-types.ts'
import { notFound } from '#contract/interface/api-error.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import { apps } from '#db/tables/apps.ts'
import { authorizationServers } from '#db/tables/authorization-servers.ts'
import { oauthRecords, type OAuthRecordRow } from '#db/tables/oauth-records.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { users } from '#db/tables/users.ts'
import { endTokens } from './end-tokens.ts'
import { targetsOf, withParties, type Parties } from './parties.ts'

/** Which refresh tokens: those of a client, and among them those by one person, or of one authorization server. */
export interface OfClient {
  readonly appId: string
  readonly userId?: string
  readonly serverId?: string
}

/** A refresh token, without the token itself, with who has to do with it. @property scopes in the order in which they were asked for */
export type RefreshTokenView = Parties & {
  readonly id: string
  readonly created: string
  readonly expires: string
  readonly grantId: string | null
  readonly scopes: readonly string[]
}

const CONSUMED = `payload ->> '$.consumed'`

/** Neither at its end nor replaced: one that was replaced works for some seconds more, and is told no more. */
function conditionOf(reader: Reader, of: OfClient, now: string): WhereOptions<OAuthRecordRow> {
  const { appId, userId, serverId } = of
  return {
    ...{ model: 'RefreshToken', expires: { [Op.gt]: now }, appId },
    ...(userId !== undefined && { userId }),
    ...(serverId !== undefined && { serverId }),
    ...sqlCondition(`${CONSUMED} IS NULL AND ${visibleIn(reader, of)}`),
  }
}

/** Tokens are seen by who sees that below which they are listed. */
function visibleIn(reader: Reader, { userId, serverId }: OfClient): string {
  if (userId !== undefined) return reader.visible('read', 'user').on('user_id')
  return reader.visible('read', serverId === undefined ? 'refreshToken' : 'authorizationServer').condition
}

async function viewsOf(reader: Reader, rows: readonly OAuthRecordRow[]): Promise<RefreshTokenView[]> {
  const views = await withParties(reader, rows)
  return views.map(({ publicId, created, expires, grantId, payload, user, app, server }) => {
    const { scope = '' } = payload as { scope?: string }
    const scopes = scope.split(' ').filter((name) => name !== '')
    return { id: publicId ?? '', created, expires, grantId, scopes, user, app, server }
  })
}

/** Refresh tokens in use, by their ids. @param now ISO 8601 @throws ApiError E0000029 */
export async function listTokens(
  reader: Reader,
  of: OfClient,
  { limit, after }: { limit: number; after?: string | undefined },
  now: string,
): Promise<Page<RefreshTokenView>> {
  const rows = await oauthRecords.findAll(reader, {
    where: { ...conditionOf(reader, of, now), publicId: { [Op.gt]: startAfter('refreshToken', after) } },
    order: ['publicId'],
    limit: limit + 1,
  })
  const { items, next } = cutPage(rows, limit, ({ publicId }) => publicId ?? '')
  return { items: await viewsOf(reader, items), next }
}

/** @throws ApiError E0000007, of a token by the ids of both (spec/5 §8.7) */
export async function requireToken(
  reader: Reader,
  of: OfClient,
  tokenId: string,
  now: string,
): Promise<RefreshTokenView> {
  const where = { ...conditionOf(reader, of, now), publicId: tokenId }
  const row = await oauthRecords.findOne(reader, { where })
  const [view] = row ? await viewsOf(reader, [row]) : []
  if (!view) throw notFound(`${of.appId}.${tokenId}`, 'OAuth2RefreshTokenTx')
  return view
}

/** What ends with a token: the access tokens that came of it, and the tokens that it has replaced. */
const endingWith = (grantId: string): WhereOptions<OAuthRecordRow> => ({
  grantId,
  [Op.or]: [{ model: 'AccessToken' }, { model: 'RefreshToken', ...sqlCondition(`${CONSUMED} IS NOT NULL`) }],
})

/** Revokes a refresh token with the access tokens that came of it. @throws ApiError E0000007 */
export async function revokeToken(tx: Tx, of: OfClient, tokenId: string): Promise<void> {
  const token = await requireToken(tx, of, tokenId, tx.now)
  const type: EventType = token.server ? 'app.oauth2.as.token.revoke' : 'app.oauth2.token.revoke'
  const targets = targetsOf(token)
  tx.authorize(type, targets)
  const itself = await oauthRecords.findAll(tx, { where: { publicId: tokenId } })
  const others = token.grantId === null ? [] : await oauthRecords.findAll(tx, { where: endingWith(token.grantId) })
  for (const record of [...itself, ...others]) await oauthRecords.remove(tx, record)
  tx.record({ type, targets, debugData: { tokenId } })
}

/** Revokes all tokens of a client that people have given it, or those of them that are meant; nothing is recorded where there are none. */
export async function revokeTokens(tx: Tx, of: OfClient): Promise<void> {
  const { appId, userId, serverId } = of
  const targets = targetsOf({
    ...(userId === undefined ? {} : { user: await users.require(tx, userId) }),
    app: await apps.require(tx, appId),
    ...(serverId === undefined ? {} : { server: await authorizationServers.require(tx, serverId) }),
  })
  const whose = userId !== undefined ? 'user' : serverId !== undefined ? 'as' : 'client'
  const type = `app.oauth2.token.revoke.implicit.${whose}` as const
  tx.authorize(type, targets)
  const endedTokens = await endTokens(tx, of)
  if (endedTokens > 0) tx.record({ type, targets, debugData: { endedTokens } })
}
