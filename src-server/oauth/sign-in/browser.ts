import type { Context } from 'koa'
import { draftPathIn } from '#contract/gatehouse/draft.ts'
import type { OAuthService } from '../decision-cache.ts'
import type { OAuthRequest } from '../request.ts'
import { sendPage, sourceOf } from './page-headers.ts'
import { problemPage } from './pages.ts'

/** Why a browser gets no further, where there is no client that could be told. */
export class PageProblem extends Error {
  readonly title: string
  readonly status: number
  /** Seconds after which it is worth trying again; null: never. */
  readonly waitS: number | null

  constructor(title: string, why: string, { status = 400, waitS = null as number | null } = {}) {
    super(why)
    this.title = title
    this.status = status
    this.waitS = waitS
  }
}

const OFF = new PageProblem(
  'Sign-in is switched off',
  'An administrator can switch it on in Gatehouse, under Access, Sign-in.',
)

/** Characters of a query that a browser is sent on with: clients read no longer headers. */
const MOST_SENT_ON = 8_192

/**
 * Sends a browser to the address of the issuer, where its cookies are. @returns whether it was sent there
 * @throws PageProblem while sign-in is off, and for a request that no address has room for
 */
export async function toIssuer(
  { decisions }: Pick<OAuthService, 'decisions'>,
  ctx: Context,
  { issuer, method, form, endpoint }: OAuthRequest,
): Promise<boolean> {
  if (!(await decisions.isSignInOn())) throw OFF
  const { host } = new URL(issuer.address)
  if (ctx.get('Host').toLowerCase() === host) return false
  // What a form brought goes on in the address: browsers send a form on from one site to another without saying where it is from.
  if (endpoint === 'signIn' && method !== 'GET')
    throw new PageProblem('This address cannot be used', `Use http://${host} instead.`)
  const query = method === 'GET' ? ctx.search : `?${new URLSearchParams(form).toString()}`
  if (query.length > MOST_SENT_ON)
    throw new PageProblem('This request is too long', `Send it to http://${host} instead, which takes it as it is.`)
  sendOn(ctx, `http://${host}${outerPath(ctx, issuer)}${query}`)
  return true
}

/** The path of a request as the browser has it: that of a draft is below the path of the draft. */
export const outerPath = ({ path }: Pick<Context, 'path'>, { address }: OAuthRequest['issuer']): string =>
  draftPathIn(address) + path

/** Sends a browser on to another page, which it asks for by GET. */
export function sendOn(ctx: Context, address: string): void {
  ctx.redirect(address)
  // Without the text that the framework writes, which says the same.
  ctx.body = null
  ctx.status = 303
}

/** Shows a browser a problem. */
export async function showProblem(
  { decisions }: Pick<OAuthService, 'decisions'>,
  ctx: Context,
  { title, message, status, waitS }: PageProblem,
): Promise<void> {
  sendPage(ctx, problemPage((await decisions.organization()).name, { title, why: message }), null, status)
  if (waitS !== null) letWait(ctx, waitS)
}

/** Replies that there were too many attempts, with a page that says so. */
export function letWait(ctx: Context, seconds: number): void {
  ctx.status = 429
  ctx.set('Retry-After', String(seconds))
}

/** The content security policy of the library's page that posts a form to the client (`response_mode=form_post`). */
export const LIBRARY_PAGES =
  "default-src 'none'; script-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** As the library adds its one script to the policy. */
const WITH_SCRIPT = "script-src 'none' 'sha256-"

/** Lets such a page send its form only to the client. */
export function letFormOut(ctx: Context, redirectUri: string | undefined): void {
  const policy = ctx.response.get('Content-Security-Policy')
  // A script is in the page that sends the form alone, and then the address is one that the client has registered.
  if (redirectUri === undefined || !policy.includes(WITH_SCRIPT)) return
  const ofScripts = policy.replace("script-src 'none' ", 'script-src ')
  ctx.set('Content-Security-Policy', ofScripts.replace("form-action 'none'", `form-action ${sourceOf(redirectUri)}`))
}
