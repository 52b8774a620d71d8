import type { Context } from 'koa'
import { keysOfServer, publicJwks } from '#operations/authorization-servers/server-keys.ts'
import type { DpopProofs } from '#http/dpop-proof.ts'
import type { CountedEvents } from '#operations/service/counted-events.ts'
import { askLibrary } from './ask-library.ts'
import { DIFFERENCES } from './library-differences.ts'
import type { OAuthService } from './decision-cache.ts'
import type { Issuers } from './issuers.ts'
import { completeMetadata } from './metadata.ts'
import { OAuthError } from './oauth-error.ts'
import type { LibraryEndpoint } from './provider.ts'
import type { Endpoint, OAuthRequest } from './request.ts'
import { letFormOut, LIBRARY_PAGES, PageProblem, showProblem, toIssuer } from './sign-in/browser.ts'
import { stopsForOther } from './sign-in/session-conflict.ts'
import { answerSignIn } from './sign-in/sign-in-pages.ts'
import type { SignIns } from './sign-in/sign-ins.ts'
import { tooManyAttempts, type FailedAttempts } from './sign-in/failed-attempts.ts'
import { answerSignOut } from './sign-in/sign-out.ts'
import { eventOf, judgementData, tokenTargets } from './token-events.ts'
import { answerUserInfo } from './user-info.ts'

/** State that the answers to requests share. */
export interface Answering {
  readonly service: OAuthService
  readonly issuers: Issuers
  readonly proofs: DpopProofs
  readonly signIns: SignIns
  readonly failedAttempts: FailedAttempts
  readonly refusals: CountedEvents
}

type Answer = (parts: Answering, ctx: Context, request: OAuthRequest) => Promise<void>

/** The steps of the edge, then the library, then what it does not tell. */
const byLibrary: Answer = async ({ service, issuers }, ctx, request) => {
  const { endpoint, issuer } = request
  const provider = await issuers.providerOf(issuer)
  for (const { at, ours } of DIFFERENCES) if (at.includes(endpoint)) await ours(service, request, provider)
  await askLibrary(ctx, provider.provider, request, provider.paths[endpoint as LibraryEndpoint])
  await onRecord(service, request)
  if (endpoint === 'metadata' && ctx.status === 200)
    ctx.body = await completeMetadata(service, issuer, ctx.body as Record<string, unknown>)
}

/**
 * Waits for what has to be on record before the reply is sent.
 * @throws OAuthError server_error, as the library answers what goes wrong in it; the log says what it was
 */
async function onRecord({ onTrouble }: OAuthService, { writes }: OAuthRequest): Promise<void> {
  await Promise.all(writes).catch((error: unknown) => {
    onTrouble(error, 'a request of an OAuth client failed')
    throw new OAuthError('server_error', 'The token could not be put on record.')
  })
}

/** WHY here: of an ID token the library keeps nothing. It is sent only once its event is written. */
const granting: Answer = async (parts, ctx, request) => {
  await byLibrary(parts, ctx, request)
  const { client, grant } = request
  const { id_token: idToken, scope = '' } = (ctx.body ?? {}) as { id_token?: string; scope?: string }
  if (ctx.status !== 200 || !client || idToken === undefined) return
  await parts.service.batchedWrite(request.context, async (tx) =>
    tx.record({
      type: eventOf(request, 'token.grant.id_token'),
      targets: tokenTargets(request, client.app, grant?.person),
      debugData: { grantedScopes: scope, ...judgementData(request) },
    }),
  )
}

/** For what the browser of a person asks: at the address of the issuer, while sign-in is on. */
const inBrowser =
  (answer: Answer): Answer =>
  async (parts, ctx, request) => {
    try {
      if (!(await toIssuer(parts.service, ctx, request))) await answer(parts, ctx, request)
    } catch (error) {
      const isRefused = error instanceof OAuthError
      if (!isRefused && !(error instanceof PageProblem)) throw error
      const problem = isRefused
        ? new PageProblem('This sign-in cannot begin', error.message, { status: error.status })
        : error
      await showProblem(parts.service, ctx, problem)
    }
  }

const authorizing = inBrowser(async (parts, ctx, request) => {
  ctx.set('Content-Security-Policy', LIBRARY_PAGES)
  await byLibrary(parts, ctx, request)
  letFormOut(ctx, request.redirectUri)
})

/** WHY looked at first: the library would end with an error, or by a page that is not here. */
const resuming = (answer: Answer): Answer =>
  inBrowser(async (parts, ctx, request) => {
    const provider = await parts.issuers.providerOf(request.issuer)
    if (!(await stopsForOther(parts.service, ctx, request, provider))) await answer(parts, ctx, request)
  })

/** WHY counted by the edge: the library looks for as many codes as anyone enters (RFC 8628 §5.1). */
const enteringCode = inBrowser(async (parts, ctx, request) => {
  if (request.method !== 'POST') return byLibrary(parts, ctx, request)
  const waitS = await parts.failedAttempts.check({ address: request.context.client?.ip ?? null }, async () => {
    await byLibrary(parts, ctx, request)
    return !request.isUnknownCode
  })
  if (waitS !== null) throw new PageProblem('Wait a moment', tooManyAttempts(waitS), { status: 429, waitS })
})

const ANSWERS: Readonly<Record<Endpoint, Answer>> = {
  ...{ token: granting, introspect: byLibrary, revoke: byLibrary, par: byLibrary, metadata: byLibrary },
  ...{ authorize: authorizing, resume: resuming(authorizing), deviceAuthorize: byLibrary },
  ...{ device: enteringCode, deviceResume: resuming(byLibrary) },
  keys: async ({ service }, ctx, { issuer }) => {
    ctx.body = publicJwks(await keysOfServer(service, issuer.server?.id ?? null))
  },
  userinfo: ({ service, proofs }, ctx, request) => answerUserInfo(service, proofs, ctx, request),
  signIn: inBrowser(async (parts, ctx, request) =>
    answerSignIn(parts, ctx, request, await parts.issuers.providerOf(request.issuer)),
  ),
  logout: inBrowser(async ({ service, issuers }, ctx, request) =>
    answerSignOut(service, ctx, request, await issuers.providerOf(request.issuer)),
  ),
}

/** Answers a request to an issuer. */
export const answer: Answer = (parts, ctx, request) => ANSWERS[request.endpoint](parts, ctx, request)
