import { notFound } from '#contract/interface/api-error.ts'
import { appTarget } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { pageOf, type Page } from '#db/page.ts'
import { apps } from '#db/tables/apps.ts'

/** The refresh tokens of a client: none, as long as nothing gives any. @throws ApiError E0000007, E0000029 */
export async function listTokens(
  reader: Reader,
  appId: string,
  { limit, after }: { limit: number; after?: string },
): Promise<Page<never>> {
  await apps.require(reader, appId)
  return pageOf([], limit, after)
}

/** @throws ApiError E0000007, of a token by the ids of both (spec/5 §8.7) */
export async function requireToken(reader: Reader, appId: string, tokenId: string): Promise<never> {
  await apps.require(reader, appId)
  throw notFound(`${appId}.${tokenId}`, 'OAuth2RefreshTokenTx')
}

const TYPE = 'app.oauth2.token.revoke'

/** @throws ApiError E0000007 */
export async function revokeToken(tx: Tx, appId: string, tokenId: string): Promise<void> {
  tx.authorize(TYPE, [appTarget(await apps.require(tx, appId))])
  await requireToken(tx, appId, tokenId)
}

/** Revokes all tokens of a client: nothing yet, so that nothing is recorded. @throws ApiError E0000007 */
export async function revokeTokens(tx: Tx, appId: string): Promise<void> {
  tx.authorize(TYPE, [appTarget(await apps.require(tx, appId))])
}
