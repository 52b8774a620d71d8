import type { Context } from 'koa'
import { users } from '#db/tables/users.ts'
import { sessionOf } from '#operations/sign-in/sessions.ts'
import type { OAuthService } from '../decision-cache.ts'
import { OFFLINE_ACCESS, WANTS_REFRESH } from '../library.ts'
import type { IssuerProvider } from '../provider.ts'
import type { OAuthRequest } from '../request.ts'
import { outerPath } from './browser.ts'
import { cookieNames } from './cookies.ts'
import { html, type Html } from '#http/pages/html.ts'
import { sendPage } from './page-headers.ts'
import { titledPage } from '#http/pages/titled-page.ts'
import type { Interaction } from './sign-in-session.ts'

/**
 * Stops a person whose browser session is no longer the one in which they signed in or consented, as
 * after two sign-ins in two windows. WHY not left to the library: it ends with an error, or wants to sign the other one out by a page
 * that is not here. Going on in silence would sign a person in as somebody else.
 * @returns whether a page says so
 */
export async function stopsForOther(
  service: OAuthService,
  ctx: Context,
  request: OAuthRequest,
  { provider }: IssuerProvider,
): Promise<boolean> {
  const names = cookieNames(request.issuer.address)
  const uid = ctx.cookies.get(names.resume)
  const interaction = uid === undefined ? undefined : await provider.Interaction.find(uid)
  if (!interaction) return false
  const cookie = ctx.cookies.get(names.session)
  const held = cookie === undefined ? undefined : await provider.Session.find(cookie)
  if (!isOther(interaction, held)) return false
  const session = await sessionOf(service.reader, held?.uid ?? '', service.now())
  const user = session && (await users.get(service.reader, session.userId))
  const login = user && user.id !== personIn(interaction) ? user.login : null
  const title = login === null ? 'Begin again' : 'Someone else has signed in'
  const page = titledPage((await service.decisions.organization()).name, title, content(request, interaction, login))
  const { redirect_uri: address } = interaction.params
  sendPage(ctx, page, typeof address === 'string' ? address : null, 409)
  return true
}

const loginOf = ({ result }: Interaction) => result?.['login'] as { accountId?: string } | undefined

/** Whose sign-in or consent it was. */
const personIn = (interaction: Interaction) => loginOf(interaction)?.accountId ?? interaction.session?.accountId

function isOther(interaction: Interaction, held: { uid: string; accountId?: string | undefined } | undefined): boolean {
  const begunIn = interaction.session?.uid
  if (begunIn !== undefined && begunIn !== held?.uid) return true
  const signedIn = loginOf(interaction)?.accountId
  return signedIn !== undefined && held?.accountId !== undefined && held.accountId !== signedIn
}

/** @param login of the person who has signed in since; null for the same person or no one */
function content(request: OAuthRequest, interaction: Interaction, login: string | null): Html {
  const since =
    login === null
      ? html`<p>Your session has changed in another window of this browser since you began here.</p>`
      : html`<p><strong>${login}</strong> has signed in in another window of this browser since you began here.</p>`
  if (interaction.deviceCode)
    return html`${since}
      <p>Begin again on the device.</p>`
  const fields = fieldsOf(interaction.params)
  const address = outerPath(request, request.issuer).replace(/(\/v1\/authorize)\/.*$/, '$1')
  const first = form(address, fields, login === null ? 'Begin again' : `Go on as ${login}`, 'main')
  const other = login !== null && form(address, { ...fields, prompt: 'login' }, 'Sign in again', 'other')
  return html`${since}${first}${other}`
}

const form = (address: string, fields: Readonly<Record<string, string>>, label: string, style: 'main' | 'other') =>
  html`<form method="post" action="${address}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="${style}">${label}</button>
  </form>`

/** The request of the client, as it came to the edge. */
function fieldsOf({ [WANTS_REFRESH]: wantsRefresh, ...params }: Interaction['params']): Record<string, string> {
  const fields = Object.entries(params).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  const { scope = '', ...others } = Object.fromEntries(fields)
  return { ...others, scope: wantsRefresh === 'true' ? `${scope} ${OFFLINE_ACCESS}` : scope }
}
