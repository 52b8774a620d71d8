import type { Context } from 'koa'
import type { DpopProofs } from '#http/dpop-proof.ts'
import { recordId, recordOf } from '#operations/oauth/records.ts'
import { verifyAccessToken } from '#operations/oauth/verify-token.ts'
import type { OAuthService } from './decision-cache.ts'
import type { OAuthRequest } from './request.ts'
import { identityClaims, signedInPerson } from './sign-in/person.ts'
import { scopesIn } from './requested-scopes.ts'

const MODEL = 'AccessToken'

type Refused = { error: 'invalid_token' | 'insufficient_scope'; status: 401 | 403; why: string }
const NOT_VALID: Refused = {
  ...{ error: 'invalid_token', status: 401 },
  why: 'The access token is not valid, was revoked, has ended, or is for no person.',
}
const NO_OPENID: Refused = { error: 'insufficient_scope', status: 403, why: 'The token lacks the scope openid.' }

/** The user info of the person of an access token (OpenID Connect Core 1.0 §5.3). */
export async function answerUserInfo(
  service: OAuthService,
  proofs: DpopProofs,
  ctx: Context,
  request: OAuthRequest,
): Promise<void> {
  const told = await claimsOfToken(service, proofs, ctx, request)
  if (!('error' in told)) {
    ctx.body = told
    return
  }
  const { error, status, why } = told as Refused
  ctx.status = status
  ctx.set('WWW-Authenticate', `Bearer realm="${request.issuer.address}", error="${error}", error_description="${why}"`)
  ctx.body = { error, error_description: why }
}

async function claimsOfToken(
  service: OAuthService,
  proofs: DpopProofs,
  ctx: Context,
  { issuer, form, method }: OAuthRequest,
): Promise<Record<string, unknown> | Refused> {
  // RFC 6750 §2.1 and §2.2; never in the address (RFC 9700 §4.3.2).
  const inForm = method === 'POST' && !ctx.get('Authorization') ? `Bearer ${form['access_token'] ?? ''}` : ''
  const [, scheme = '', value = ''] = /^(Bearer|DPoP) (\S{1,8192})$/i.exec(ctx.get('Authorization') || inForm) ?? []
  const server = issuer.server?.id ?? null
  const signed = value ? await verifyAccessToken(service, value, { server, issuer: issuer.address }) : null
  const record = signed && (await recordOf(service.reader, recordId(server, MODEL, signed.jti), service.now()))
  if (!record?.userId) return NOT_VALID
  const { scope, jkt, clientId } = record.payload as { scope?: string; jkt?: string; clientId?: string }
  const isProven = jkt === undefined ? /^bearer$/i.test(scheme) : await proofs.isProven(ctx, value, jkt)
  const [user, app] = [await signedInPerson(service, record.userId), await service.decisions.client(clientId ?? '')]
  if (!isProven || !user || app?.status !== 'ACTIVE') return NOT_VALID
  const scopes = scopesIn(scope)
  if (!scopes.includes('openid')) return NO_OPENID
  return { ...(await identityClaims(service, { issuer, app, user, scopes })), sub: user.id }
}
