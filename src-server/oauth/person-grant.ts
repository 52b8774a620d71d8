import { isAssignedTo } from '#operations/sign-in/decide-sign-in.ts'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { OAuthService } from './decision-cache.ts'
import { DEVICE_CODE, OFFLINE_ACCESS, requestOf, RESOURCE } from './library.ts'
import type { Grant, Issuer, Judgement } from './request.ts'
import { signedInPerson } from './sign-in/person.ts'
import { askedScopes } from './sign-in/scopes.ts'
import { decideForPerson } from './token-policy.ts'

/** The grant by which a person first authorized a client; policies judge its later tokens by it too. @param gty the library's name of it */
const firstWay = (gty: string) => (gty.startsWith('device_code') ? DEVICE_CODE : 'authorization_code')

/**
 * The grant of a code or refresh token now: policies are evaluated again, since they, the person, their clients and the
 * scopes may have changed.
 * @throws errors.InvalidGrant
 */
export async function grantedTo(service: OAuthService, issuer: Issuer, ctx: KoaContextWithOIDC): Promise<Grant> {
  const { Account, AuthorizationCode, DeviceCode, RefreshToken, Grant: granted } = ctx.oidc.entities
  const source = AuthorizationCode ?? DeviceCode ?? RefreshToken
  const user = await signedInPerson(service, Account?.accountId ?? '')
  const app = await service.decisions.client(ctx.oidc.client?.clientId ?? '')
  if (!user || !app || !source) throw new errors.InvalidGrant('the person cannot sign in')
  if (!(await isAssignedTo(service, app, user)))
    throw new errors.InvalidGrant('the client is not assigned to the person')
  const isOffline = granted?.getResourceScope(RESOURCE).split(' ').includes(OFFLINE_ACCESS)
  const scopes = [...source.scopes, ...(isOffline ? [OFFLINE_ACCESS] : [])]
  const asked = await askedScopes(service, { issuer, app, names: scopes })
  if ('problem' in asked) throw new errors.InvalidGrant(asked.problem)
  const grantType = DeviceCode ? DEVICE_CODE : firstWay(RefreshToken?.gty ?? '')
  const judged = (judgement: Judgement) => (requestOf(ctx).judgement = judgement)
  const given = await decideForPerson(service, { issuer, app, user, grantType, scopes, judged })
  if (typeof given === 'string') throw new errors.InvalidGrant(given)
  return { ...given, grantType: String(ctx.oidc.params?.['grant_type']) }
}
