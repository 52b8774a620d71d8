import { errors, type Grant as LibraryGrant, type KoaContextWithOIDC } from 'oidc-provider'
import { consentedScopes } from '#operations/oauth/consents.ts'
import { decideSignIn } from '#operations/sign-in/decide-sign-in.ts'
import { sessionOf } from '#operations/sign-in/sessions.ts'
import { nextStep, type SignInState } from '#policy/index.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { UserRecord } from '#db/tables/users.ts'
import type { OAuthService } from '../decision-cache.ts'
import { DEVICE_CODE, OFFLINE_ACCESS, requestOf, RESOURCE, WANTS_REFRESH } from '../library.ts'
import type { Issuer, Judgement } from '../request.ts'
import { provedBefore } from './device-memory.ts'
import { signedInPerson } from './person.ts'
import { askedScopes, type AskedScope } from './scopes.ts'
import { defaultScopes, scopesIn } from '../requested-scopes.ts'
import { idleMsOf, provenUntil } from './sign-in-session.ts'
import { decideForPerson } from '../token-policy.ts'

/** The client and the person of the library's context, as they are stored now. @throws errors of the library for one that is gone */
async function partiesOf(
  service: OAuthService,
  ctx: KoaContextWithOIDC,
): Promise<{ app: AppRecord; user: UserRecord }> {
  const app = await service.decisions.client(ctx.oidc.client?.clientId ?? '')
  const user = await signedInPerson(service, ctx.oidc.session?.accountId ?? '')
  if (!app || !user) throw new errors.AccessDenied('The person cannot sign in.')
  return { app, user }
}

/** Whether a person's session satisfies the policies for this client now. */
export async function mayStaySignedIn(
  service: OAuthService,
  issuer: Issuer,
  ctx: KoaContextWithOIDC,
): Promise<boolean> {
  const { app, user } = await partiesOf(service, ctx)
  const session = await sessionOf(service.reader, ctx.oidc.session?.uid ?? '', service.now())
  if (!session) return false
  const decision = await decideSignIn(service, { user, app, client: requestOf(ctx).context.client })
  if (decision.refusal) throw new errors.AccessDenied(decision.refusal)
  const nowMs = service.clock()
  const { demand, usable, enrollable } = decision
  const proofs = provenUntil(session.proofs, nowMs)
  const remembered = await provedBefore(service, { ctx, issuer }, user.id)
  const asked = { proofs, remembered, usable, enrollable, nowMs, startedMs: nowMs }
  const state: SignInState = { ...asked, idleMs: idleMsOf(session, nowMs), mustReauthenticateSinceMs: null }
  return nextStep(demand, state).kind === 'done'
}

/** The scopes of a request for a person. @throws errors.InvalidScope */
async function scopesOf(
  service: OAuthService,
  issuer: Issuer,
  { app, names }: { app: AppRecord; names: readonly string[] },
): Promise<AskedScope[]> {
  const asked = await askedScopes(service, { issuer, app, names })
  if ('problem' in asked) throw new errors.InvalidScope(asked.problem, names.join(' '))
  return asked
}

/** Whether the client asks for a refresh token. */
export const wantsRefresh = (ctx: KoaContextWithOIDC) => ctx.oidc.params?.[WANTS_REFRESH] === 'true'

/**
 * The scopes that a client has for a person without asking: those that need no consent, and those consented to. Whether the
 * policies of an authorization server give the client these scopes is decided here too.
 * @throws errors.AccessDenied
 */
export async function authorize(service: OAuthService, issuer: Issuer, ctx: KoaContextWithOIDC): Promise<LibraryGrant> {
  const { app, user } = await partiesOf(service, ctx)
  const names = scopesIn(ctx.oidc.params?.['scope'] as string | undefined)
  const wanted = [...names, ...(wantsRefresh(ctx) ? [OFFLINE_ACCESS] : [])]
  const asked = await scopesOf(service, issuer, { app, names: wanted })
  const grantType = ctx.oidc.deviceCode ? DEVICE_CODE : 'authorization_code'
  const judged = (judgement: Judgement) => void (requestOf(ctx).judgement = judgement)
  const given = await decideForPerson(service, { issuer, app, user, grantType, scopes: wanted, judged })
  if (typeof given === 'string') throw new errors.AccessDenied(given)
  const agreed = await consentedScopes(service.reader, {
    ...{ userId: user.id, appId: app.id, serverId: issuer.server?.id ?? null },
  })
  const granted = asked.filter(({ name, needsConsent }) => !needsConsent || agreed.has(name)).map(({ name }) => name)
  const { provider, client } = ctx.oidc
  const grant = new provider.Grant({ accountId: user.id, clientId: client?.clientId ?? '' })
  grant.addOIDCScope(granted.join(' '))
  // WHY all or nothing: what a person is still asked for, the library finds by what is missing here.
  grant.addResourceScope(RESOURCE, granted.join(' '))
  await grant.save()
  return grant
}

/** What is refused of a request for a person, besides what the library refuses (spec/4 §3.5). @returns the scopes that it asks for */
export async function checkAuthorization(
  service: OAuthService,
  issuer: Issuer,
  ctx: KoaContextWithOIDC,
): Promise<string[]> {
  const { params, client } = ctx.oidc
  const app = await service.decisions.client(client?.clientId ?? '')
  if (!app || !params) throw new errors.InvalidClient('There is no such client.')
  if (!params['state'] && requestOf(ctx).endpoint === 'authorize') throw new errors.InvalidRequest('state is missing.')
  const given = scopesIn(params['scope'] as string | undefined)
  const names = given.length > 0 ? given : await defaultScopes(service, issuer.server)
  if (names.length === 0) throw new errors.InvalidScope('scope is missing.', '')
  params['scope'] = names.join(' ')
  await scopesOf(service, issuer, { app, names })
  return names
}
