import { systemContext } from '#audit-log/request-context.ts'
import { oauthRecords } from '#db/tables/oauth-records.ts'
import { recordId, recordOf } from '#operations/oauth/records.ts'
import type { OAuthService } from './decision-cache.ts'
import type { OAuthRequest } from './request.ts'
import { refreshTtl } from './token-policy.ts'

interface RefreshToken {
  readonly jti: string
  readonly iat: number
}

/** Extends a refresh token that is not rotated on use, as long as the policy says. */
export async function letWorkOn(
  service: Pick<OAuthService, 'write' | 'clock'>,
  { grant, issuer }: OAuthRequest,
  { jti, iat }: RefreshToken,
): Promise<void> {
  if (!grant?.refresh) return
  // By the library's clock, which made `iat`, and judges `exp`.
  const nowS = Math.floor(Date.now() / 1_000)
  const leftS = refreshTtl(grant.refresh, nowS - iat)
  const expires = new Date(service.clock() + leftS * 1_000).toISOString()
  await service.write(systemContext(), async (tx) => {
    const record = await recordOf(tx, recordId(issuer.server?.id ?? null, 'RefreshToken', jti), tx.now)
    if (record && record.expires < expires)
      await oauthRecords.update(tx, record, { expires, payload: { ...record.payload, exp: nowS + leftS } })
  })
}
