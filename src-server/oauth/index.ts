import type { Context, Middleware } from 'koa'
import type { RequestContext } from '#audit-log/request-context.ts'
import { NO_PRINCIPAL, systemContext } from '#audit-log/request-context.ts'
import { failed, targetOf } from '#contract/log/targets.ts'
import { clientOf } from '#http/client.ts'
import { users } from '#db/tables/users.ts'
import { DpopProofs } from '#http/dpop-proof.ts'
import type { RequestState } from '#http/context.ts'
import { CountedEvents } from '#operations/service/counted-events.ts'
import type { Service } from '#operations/service/service.ts'
import { FailedSecrets } from './failed-secrets.ts'
import { DecisionCache, type OAuthService } from './decision-cache.ts'
import { Issuers } from './issuers.ts'
import { OAuthError, plainText } from './oauth-error.ts'
import { contextOf } from './sign-in/person.ts'
import { SignIns } from './sign-in/sign-ins.ts'
import { FailedAttempts } from './sign-in/failed-attempts.ts'
import { singleValues, type Endpoint, type OAuthRequest } from './request.ts'
import { eventOf, judgementData, tokenTargets } from './token-events.ts'

/** By the end of a path, which is theirs alone. */
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  ...{ 'v1/token': 'token', 'v1/introspect': 'introspect', 'v1/revoke': 'revoke', 'v1/par': 'par', 'v1/keys': 'keys' },
  ...{
    'v1/authorize': 'authorize',
    'v1/authorize/{uid}': 'resume',
    'v1/sign-in/{uid}': 'signIn',
    'v1/logout': 'logout',
  },
  ...{ 'v1/device/authorize': 'deviceAuthorize', 'v1/device': 'device', 'v1/device/{uid}': 'deviceResume' },
  'v1/userinfo': 'userinfo',
}

/** WHY loaded late: without token requests the library is not needed. */
const importAnswer = () => import('./endpoint-answers.ts')
let answering: ReturnType<typeof importAnswer> | undefined
const loadAnswer = () => (answering ??= importAnswer())

/**
 * The endpoints of the organization and of its authorization servers, for routes whose callers are OAuth clients. Refusals have the body
 * of RFC 6749 §5.2, and leave an event.
 */
export function oauth(plain: Service): Middleware {
  const service: OAuthService = { ...plain, decisions: new DecisionCache(plain), failedSecrets: new FailedSecrets() }
  const issuers = new Issuers(service)
  const refusals = new CountedEvents(service, (error) =>
    service.onTrouble(error, 'a refused client could not be noted'),
  )

  const parts = {
    service,
    issuers,
    refusals,
    proofs: new DpopProofs(service),
    signIns: new SignIns(),
    failedAttempts: new FailedAttempts(),
  }

  return async (ctx) => {
    const request = await requestIn(service, issuers, ctx)
    try {
      request.form = singleValues(ctx.method === 'GET' ? ctx.query : ctx.request.body)
      request.redirectUri = request.form['redirect_uri']
      const { answer } = await loadAnswer()
      await answer(parts, ctx, request)
      // A page is for a person, and says nothing of a client.
      if (ctx.status >= 400 && isRefusal(ctx.body)) noteRefusal(refusals, request, ctx.body)
      await noteRefusedAuthorization(service, refusals, request)
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      const refusal = { error: error.error, error_description: error.message }
      if (error.status === 401) ctx.set('WWW-Authenticate', `Basic realm="${request.issuer.address}"`)
      ctx.body = refusal
      ctx.status = error.status
      noteRefusal(refusals, request, { ...refusal, detail: error.detail })
    }
  }
}

function endpointOf(path: string): Endpoint {
  if (path.includes('/.well-known/')) return 'metadata'
  const endpoint = ENDPOINTS[path.slice(path.indexOf('/v1/') + 1)]
  if (endpoint === undefined) throw new Error(`${path} is no endpoint of an issuer`)
  return endpoint
}

interface Refusal {
  error: string
  error_description?: string
  /** What the client is not told. */
  detail?: string | undefined
}

async function requestIn(service: Service, issuers: Issuers, ctx: Context): Promise<OAuthRequest> {
  const { requestId, params, operation } = ctx.state as RequestState
  const context: RequestContext = {
    principal: NO_PRINCIPAL,
    client: clientOf(ctx),
    transaction: { type: 'WEB', id: requestId },
    changeReason: null,
  }
  return {
    endpoint: endpointOf(operation.route.path),
    issuer: await issuers.find(params['authServerId']),
    ...{ method: ctx.method, path: ctx.path, uid: params['uid'] ?? null, form: {} },
    ...{ userCode: '', isUnknownCode: false, redirectUri: undefined, headers: { ...ctx.req.headers } },
    ...{
      claimedId: '',
      client: null,
      grant: null,
      judgement: null,
      refused: null,
      needsPkce: true,
      context,
      nowMs: service.clock(),
      writes: [],
    },
  }
}

/** What a client that proved itself is refused at an endpoint that gives something, as events name it. */
const REFUSED: Readonly<Partial<Record<Endpoint, 'authorize' | 'token.grant'>>> = {
  ...{ token: 'token.grant', par: 'authorize', deviceAuthorize: 'authorize' },
}
/** How a proof is asked for, and that a device has to wait for its person. */
const NO_REFUSALS: ReadonlySet<string> = new Set(['use_dpop_nonce', 'authorization_pending', 'slow_down'])
const isRefusal = (body: unknown): body is Refusal => typeof body === 'object' && body !== null && 'error' in body

/** An unauthenticated request, as events name it. */
const byNoOneKnown = ({ client, transaction }: RequestContext): RequestContext => ({
  ...systemContext(),
  ...{ client, transaction },
})

/** Notes what a client was refused; a client that is not known, or did not prove itself, by an event of its own. */
function noteRefusal(refusals: CountedEvents, request: OAuthRequest, refusal: Refusal): void {
  const { client, claimedId, context, issuer, form, endpoint } = request
  const { server } = issuer
  const outcome = failed(`${refusal.error}: ${refusal.detail ?? refusal.error_description ?? ''}`)
  const ofServer = server ? [targetOf('authorizationServer', server)] : []
  if (!client)
    return refusals.note(`client ${server?.id} ${claimedId}`, () => byNoOneKnown(context), {
      ...{ type: 'app.oauth2.invalid_client_credentials', targets: ofServer, outcome },
      debugData: { endpoint, clientId: plainText(claimedId) },
    })
  const what = REFUSED[endpoint]
  if (!what || NO_REFUSALS.has(refusal.error)) return
  refusals.note(`${client.app.id} ${server?.id} ${refusal.error}`, () => context, {
    type: eventOf(request, what),
    targets: tokenTargets(request, client.app, request.judgement?.person),
    outcome,
    debugData: {
      grantType: plainText(form['grant_type'] ?? ''),
      requestedScopes: plainText(form['scope'] ?? ''),
      ...judgementData(request),
    },
  })
}

/** What a client is told that asks whether a person need be asked for anything (OpenID Connect Core 1.0 §3.1.2.6): it asks again, with pages. */
const NEEDS_PAGES: ReadonlySet<string> = new Set([
  ...['login_required', 'interaction_required', 'consent_required', 'account_selection_required'],
])

/** Notes that a client was given no code, by the person, by a policy, or for what it asked. */
async function noteRefusedAuthorization(
  { decisions, reader }: Pick<OAuthService, 'decisions' | 'reader'>,
  refusals: CountedEvents,
  request: OAuthRequest,
): Promise<void> {
  const { refused, issuer } = request
  if (!refused || NEEDS_PAGES.has(refused.error)) return
  const app = await decisions.client(refused.clientId)
  const user = refused.userId === undefined ? undefined : await users.get(reader, refused.userId)
  if (!app) return
  const context = user ? contextOf(request.context, user) : byNoOneKnown(request.context)
  refusals.note(`${app.id} ${issuer.server?.id} ${user?.id} ${refused.error}`, () => context, {
    type: eventOf(request, 'authorize'),
    targets: tokenTargets(request, app, user),
    outcome: failed(`${refused.error}: ${refused.reason}`),
    debugData: judgementData(request),
  })
}
