import type { Context } from 'koa'
import { endSession, sessionOf } from '#operations/sign-in/sessions.ts'
import { personTarget } from '#operations/service/person-target.ts'
import { users } from '#db/tables/users.ts'
import { clientSettings } from '../client-settings.ts'
import type { OAuthService } from '../decision-cache.ts'
import type { IssuerProvider } from '../provider.ts'
import type { OAuthRequest } from '../request.ts'
import { PageProblem, sendOn } from './browser.ts'
import { cookieNames, sessionCookie } from './cookies.ts'
import { html } from '#http/pages/html.ts'
import { readHint, type Hint } from './id-token-hint.ts'
import { sendPage } from './page-headers.ts'
import { titledPage } from '#http/pages/titled-page.ts'
import { contextOf } from './person.ts'

/** @throws PageProblem for one that this issuer has not signed */
async function hintOf(service: OAuthService, { issuer, form }: OAuthRequest): Promise<Hint | null> {
  const given = form['id_token_hint']
  if (given === undefined) return null
  const hint = await readHint(service, issuer, given)
  if (hint) return hint
  throw new PageProblem('You cannot be signed out like this', 'id_token_hint is no ID token of this issuer.')
}

/** Where the browser goes afterwards: what the client has registered for it alone. @throws PageProblem */
async function returnOf(service: OAuthService, { form }: OAuthRequest, hint: Hint | null): Promise<string | null> {
  const asked = form['post_logout_redirect_uri']
  if (asked === undefined) return null
  const app = await service.decisions.client(hint?.aud ?? form['client_id'] ?? '')
  if (!app || !clientSettings(app).post_logout_redirect_uris?.includes(asked))
    throw new PageProblem('You cannot be signed out like this', 'post_logout_redirect_uri is not registered.')
  const address = new URL(asked)
  if (form['state'] !== undefined) address.searchParams.set('state', form['state'])
  return address.href
}

/**
 * Ends the session of a browser (RP-Initiated Logout 1.0). Without an ID token of the same person the person is asked first: another
 * site could have sent them here.
 */
export async function answerSignOut(
  service: OAuthService,
  ctx: Context,
  request: OAuthRequest,
  { provider }: IssuerProvider,
): Promise<void> {
  const hint = await hintOf(service, request)
  const goal = await returnOf(service, request, hint)
  const name = cookieNames(request.issuer.address).session
  const cookie = ctx.cookies.get(name)
  const held = cookie ? await provider.Session.find(cookie) : undefined
  const session = held && (await sessionOf(service.reader, held.uid, service.now()))
  const organization = (await service.decisions.organization()).name
  // By our own page: those of clients on this machine bring the cookie too.
  const isOurs = ctx.method === 'POST' && ctx.get('Origin') === new URL(request.issuer.address).origin
  const isMeant = isOurs && request.form['act'] === 'signOut'
  const user = session && (await users.require(service.reader, session.userId))
  if (user && hint?.sub !== user.id && !isMeant) return sendPage(ctx, askPage(organization, request, user.login), goal)
  if (user) {
    await service.write(contextOf(request.context, user), async (tx) => {
      await endSession(tx, session.id)
      tx.record({ type: 'user.session.end', targets: [personTarget(user)], debugData: { sessionId: session.id } })
    })
  }
  ctx.cookies.set(name, null, sessionCookie(request.issuer.address))
  if (goal === null) return sendPage(ctx, donePage(organization), null)
  sendOn(ctx, goal)
}

const KEPT = ['id_token_hint', 'post_logout_redirect_uri', 'client_id', 'state']

const askPage = (organization: string, { form }: OAuthRequest, login: string) =>
  titledPage(
    organization,
    'Sign out?',
    html`<p>You are signed in as <strong>${login}</strong>. Applications may keep you signed in themselves.</p>
      <form method="post" aria-label="Sign out">
        ${KEPT.filter((name) => form[name] !== undefined).map(
          (name) => html`<input type="hidden" name="${name}" value="${form[name]}" />`,
        )}
        <button class="main" name="act" value="signOut">Sign out</button>
      </form>`,
  )

const donePage = (organization: string) =>
  titledPage(organization, 'You are signed out', html`<p>You can close this window.</p>`)
