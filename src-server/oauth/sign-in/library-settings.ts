import { interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { addressesOf } from '#contract/access/issuer.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import { authMethodOf } from '#operations/apps/clients.ts'
import { SCOPE_CLAIMS } from '#operations/apps/preview/oidc-preview.ts'
import { touchSession } from '#operations/sign-in/session-use.ts'
import { sessionOf } from '#operations/sign-in/sessions.ts'
import type { OAuthService } from '../decision-cache.ts'
import { clientSettings } from '../client-settings.ts'
import { OFFLINE_ACCESS, requestOf, RESOURCE, WANTS_REFRESH } from '../library.ts'
import type { Issuer } from '../request.ts'
import { authorize, mayStaySignedIn, wantsRefresh } from './authorization.ts'
import { cookieSettings } from './cookies.ts'
import { sendPage } from './page-headers.ts'
import { grantedTo } from '../person-grant.ts'
import { problemPage } from './pages.ts'
import { identityClaims, signedInPerson } from './person.ts'
import { scopesIn } from '../requested-scopes.ts'
import { refreshTtl } from '../token-policy.ts'

/** Seconds: of a code (spec/4 §3.5), one of a device, an ID token, a sign-in under way, and what people have let a client do. */
const CODE_S = 300
const DEVICE_CODE_S = 600
const ID_TOKEN_S = 3_600
const SIGN_IN_S = 3_600
const GRANT_S = 365 * 86_400
/** Of what comes to an end with the access token, which lasts a day at the most: each request for a person leaves one. */
const SHORT_GRANT_S = CODE_S + 86_400

const { Check, base } = interactionPolicy

/** Whether the person lets the client have what works while they are away. */
const isRefreshed = (ctx: KoaContextWithOIDC) =>
  ctx.oidc.entities.Grant?.getResourceScope(RESOURCE).split(' ').includes(OFFLINE_ACCESS) ?? false

/** When a person is asked: where the library says so, and where what they have proved is not enough for the policies, or no longer. */
function policyOf(service: OAuthService, issuer: Issuer) {
  const policy = base()
  const [login, consent] = [policy.get('login'), policy.get('consent')]
  login?.checks.add(
    new Check('assurance', 'the policies ask for another proof', async (ctx) => {
      const { session, result } = ctx.oidc
      if (!session?.accountId) return false
      // Proved a moment ago, unless the session has ended before the browser went on.
      if (result?.login) return (await sessionOf(service.reader, session.uid ?? '', service.now())) === undefined
      if (!(await mayStaySignedIn(service, issuer, ctx))) return true
      // WHY only now: what begins with a use would never find a session that was not used.
      await touchSession(service, session.uid ?? '')
      return false
    }),
  )
  // WHY: what a client needs consent for is a matter of its settings and of its scopes, and not of what device it runs on.
  consent?.checks.remove('native_client_prompt')
  consent?.checks.add(
    new Check(
      OFFLINE_ACCESS,
      'the person has not agreed to access while they are away',
      (ctx) => wantsRefresh(ctx) && !isRefreshed(ctx),
    ),
  )
  return policy
}

/** A person as an account of the library. */
const findAccount =
  (service: OAuthService, issuer: Issuer): NonNullable<Configuration['findAccount']> =>
  async (ctx, userId) => {
    const user = await signedInPerson(service, userId)
    const app = await service.decisions.client(ctx.oidc.client?.clientId ?? '')
    if (!user) return undefined
    return {
      accountId: userId,
      claims: async (_use, scope) => {
        const claims = app ? await identityClaims(service, { issuer, app, user, scopes: scopesIn(scope) }) : {}
        return { ...claims, sub: userId }
      },
    }
  }

/** The library's own clock, by which it judges what it keeps, in seconds. */
const now = () => Math.floor(Date.now() / 1_000)

/** Why a browser gets no further, for those who build the client: in our words where the library has few. */
function inWords({ error, why, redirectUri }: { error: string; why: string; redirectUri: string | undefined }): string {
  if (error === 'invalid_client') return 'No active client has this client_id.'
  if (error === 'invalid_redirect_uri')
    return redirectUri === undefined
      ? 'The request names no redirect_uri.'
      : `The client has not registered this redirect_uri: ${redirectUri}`
  // The name of a parameter stays as it is.
  const start = /^\w+_\w/.test(why) ? why.charAt(0) : why.charAt(0).toUpperCase()
  return `${start}${why.slice(1)}${why.endsWith('.') ? '' : '.'}`
}

/**
 * Whether refresh tokens of a client are rotated: if its settings say so, and where nothing else would show that one was
 * stolen, from a client that has neither a secret nor a key (RFC 9700 §2.2.2).
 */
function isRotated(app: AppRecord): boolean {
  const { refresh_token: rotation, dpop_bound_access_tokens: isBound } = clientSettings(app)
  return rotation?.rotation_type === 'ROTATE' || (authMethodOf(app) === 'none' && !isBound)
}

/** The settings of the library for signing people in. @param ownClaims names of the claims that the server adds to ID tokens */
export function signInSettings(service: OAuthService, issuer: Issuer, ownClaims: readonly string[]) {
  return {
    cookies: cookieSettings(issuer.address),
    interactions: {
      policy: policyOf(service, issuer),
      url: (_ctx, { uid }) => new URL(`sign-in/${uid}`, addressesOf(issuer.address).authorize).pathname,
    },
    claims: {
      openid: ['sub', 'amr', 'auth_time', ...ownClaims],
      ...Object.fromEntries(Object.entries(SCOPE_CLAIMS).map(([scope, names]) => [scope, [...names]])),
    },
    // WHY: a client that gets an access token beside an ID token would otherwise need another request for the claims of its scopes.
    conformIdTokenClaims: false,
    findAccount: findAccount(service, issuer),
    loadExistingGrant: (ctx) => authorize(service, issuer, ctx),
    issueRefreshToken: async (ctx, client) => client.grantTypeAllowed('refresh_token') && isRefreshed(ctx),
    rotateRefreshToken: async (ctx) => {
      const request = requestOf(ctx)
      // WHY here: next the library uses up the old token and makes the new one, which works as long as the grant says.
      request.grant ??= await grantedTo(service, issuer, ctx)
      const app = await service.decisions.client(ctx.oidc.client?.clientId ?? '')
      return app !== undefined && isRotated(app)
    },
    renderError: async (ctx, { error, error_description: why = error }) => {
      const organization = (await service.decisions.organization()).name
      const title = 'This sign-in cannot go on'
      const said = inWords({ error, why, redirectUri: requestOf(ctx).redirectUri })
      sendPage(ctx, problemPage(organization, { title, why: said }), null, ctx.status)
    },
    expiresWithSession: () => false,
    pkce: { required: (ctx) => requestOf(ctx).needsPkce },
    extraParams: { [WANTS_REFRESH]: null },
    ttl: {
      ...{ AuthorizationCode: CODE_S, DeviceCode: DEVICE_CODE_S, IdToken: ID_TOKEN_S, Interaction: SIGN_IN_S },
      Grant: (ctx) => (wantsRefresh(ctx) ? GRANT_S : SHORT_GRANT_S),
      AccessToken: (ctx) => requestOf(ctx).grant?.lifetimeS ?? 0,
      ClientCredentials: (ctx) => requestOf(ctx).grant?.lifetimeS ?? 0,
      RefreshToken: (ctx, { iiat = now() }) => {
        const refresh = requestOf(ctx).grant?.refresh
        return refresh ? refreshTtl(refresh, now() - iiat) : 1
      },
      Session: GRANT_S,
    },
  } satisfies Configuration
}
