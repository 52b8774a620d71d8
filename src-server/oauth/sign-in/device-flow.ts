import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { OAuthService } from '../decision-cache.ts'
import { refuse, requestOf } from '../library.ts'
import { html, type Html } from '#http/pages/html.ts'
import { sendPage } from './page-headers.ts'
import { titledPage } from '#http/pages/titled-page.ts'

/** What a person is told whose code does not do, by the name of the library's error. */
const PROBLEMS: Readonly<Record<string, string>> = {
  NoCodeError: 'Enter the code.',
  NotFoundError: 'There is no such code. Look at the device once more.',
  ExpiredError: 'This code has ended. Begin again on the device.',
  AlreadyUsedError: 'This code was used already. Begin again on the device.',
  AbortedError: 'The device was not let in.',
}
const ELSE = 'That did not work. Begin again on the device.'

/** The field by which the library tells its own forms from those of other sites. */
const secretOf = (ctx: KoaContextWithOIDC) =>
  (ctx.oidc.session as { state?: { secret?: string } } | undefined)?.state?.secret ?? ''

const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}" />`

/** The settings of the library for devices that have no browser (RFC 8628): its pages for the person, whose browser is elsewhere. */
export function deviceSettings(service: Pick<OAuthService, 'decisions'>) {
  const show = async (ctx: KoaContextWithOIDC, title: string, content: Html) => {
    sendPage(ctx, titledPage((await service.decisions.organization()).name, title, content), null)
  }
  return {
    enabled: true,
    userCodeInputSource: (ctx: KoaContextWithOIDC, _form: string, _out?: unknown, error?: Error) => {
      requestOf(ctx).isUnknownCode = error?.constructor.name === 'NotFoundError'
      // The library says nothing of these but to the person.
      if (error?.constructor.name === 'AbortedError')
        refuse(ctx, 'access_denied', 'The person did not let the device in.')
      if (error instanceof errors.AccessDenied) refuse(ctx, error.error, error.error_description ?? error.message)
      return show(ctx, 'Sign in on a device', inputForm(ctx, error))
    },
    userCodeConfirmSource: (
      ctx: KoaContextWithOIDC,
      _form: string,
      client: { clientName?: string },
      _info: unknown,
      userCode: string,
    ) => show(ctx, `Sign in to ${client.clientName ?? 'the device'}?`, confirmForm(ctx, userCode)),
    successSource: (ctx: KoaContextWithOIDC) =>
      show(ctx, 'The device is signed in', html`<p>Go on there. You can close this window.</p>`),
  }
}

function inputForm(ctx: KoaContextWithOIDC, error: Error | undefined): Html {
  const problem = error && (PROBLEMS[error.constructor.name] ?? ELSE)
  return html`${problem !== undefined && html`<div class="problem" role="alert">${problem}</div>`}
    <form method="post" action="${actionOf(ctx)}">
      ${hidden('xsrf', secretOf(ctx))}
      <label for="user_code">Code on the device</label>
      <input
        id="user_code"
        name="user_code"
        type="text"
        value="${requestOf(ctx).userCode}"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        maxlength="20"
        required
        autofocus
      />
      <button class="main">Next</button>
    </form>`
}

/** WHY asked once more: who was sent a link with a code must see that it lets a device in (RFC 8628 §5.4). */
const confirmForm = (ctx: KoaContextWithOIDC, userCode: string) =>
  html`<p>The device shows the code <strong class="key">${userCode}</strong>. Go on only if it is yours.</p>
    <form method="post" action="${actionOf(ctx)}">
      ${hidden('xsrf', secretOf(ctx))}${hidden('user_code', userCode)}
      <button class="main" name="confirm" value="yes">It is mine</button>
      <button class="other" name="abort" value="yes">Cancel</button>
    </form>`

/** The page at which the form is taken, whichever shows it. */
const actionOf = (ctx: KoaContextWithOIDC) => new URL(ctx.oidc.urlFor('code_verification')).pathname
