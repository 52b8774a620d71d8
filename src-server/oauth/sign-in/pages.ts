import { authenticatorLabel } from '#contract/policy/authenticator-table.ts'
import type { MethodName } from '#policy/index.ts'
import { html, Html } from '#http/pages/html.ts'
import { titledPage } from '#http/pages/titled-page.ts'
import { qrImage } from './qr-image.ts'
import { isTotp } from '#operations/sign-in/totp.ts'
import type { AskedScope } from './scopes.ts'
import type { SetUp } from './sign-ins.ts'
import type { Step } from './steps.ts'

/** What every page of a sign-in shows beside its step. */
interface Frame {
  readonly organization: string
  readonly app: string
  readonly identifier: string | null
  readonly problem: string | null
  readonly setUp: SetUp | null
}

/** Why the last try failed, where it is about no one field. */
const problemOf = ({ problem }: Frame) => problem !== null && html`<p class="problem" role="alert">${problem}</p>`

const button = (act: string, label: string, style: 'main' | 'other' | 'link' = 'main') =>
  html`<button class="${style}" name="act" value="${act}">${label}</button>`

const form = (content: Html) => html`<form method="post">${content}</form>`

/** A login, which goes on below after its `@` where it is too long for a line. */
function nameOf(login: string): Html {
  const [name = '', ...domain] = login.split('@')
  return html`<strong>${name}${domain.length > 0 && html`@<wbr />${domain.join('@')}`}</strong>`
}

/** Whose sign-in it is, and the way to another. */
const who = ({ identifier }: Frame) =>
  identifier !== null &&
  html`<form method="post" class="who">${nameOf(identifier)}${button('startOver', 'Not you?', 'link')}</form>`

/** What there is beside the step itself. */
const footer = (others = false) =>
  html`<footer>
    ${others && form(button('others', 'Another way to prove it', 'link'))}${form(button('cancel', 'Cancel', 'link'))}
  </footer>`

/** A field with what is wrong with it below; the first of a page has the focus. */
const field = (id: string, label: string, attributes: Html, frame: Frame | null) =>
  html`<label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${id}"
      ${attributes}
      required
      ${frame && new Html('autofocus')}
      ${frame && frame.problem !== null && new Html('aria-invalid="true" aria-describedby="problem"')}
    />${frame && frame.problem !== null && html`<p class="error" id="problem" role="alert">${frame.problem}</p>`}`

const NAME = new Html('type="text" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="100"')
const CODE = new Html('type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="10"')
const PASSWORD = new Html('type="password" autocomplete="current-password" maxlength="1000"')
const NEW_PASSWORD = new Html('type="password" autocomplete="new-password" maxlength="1000"')

/** By which password managers know whose password the form has. */
const nameForManagers = ({ identifier }: Frame) =>
  html`<input hidden type="text" autocomplete="username" value="${identifier}" readonly />`

const nameOfMethod = ({ key, method }: MethodName) => authenticatorLabel(key, method)

/** Whether a page asks how it ends, in place of the person's device. */
const isSimulated = ({ key, method }: MethodName) => key !== 'svc_password' && !isTotp(key, method)

/** Whether this device is to be remembered, where the rule lets it. */
const memory = (remember: boolean | null) =>
  remember !== null &&
  html`<label class="check"
    ><input type="checkbox" name="remember" value="on" ${remember && new Html('checked')} />Remember this device</label
  >`

const QR_ALT = 'QR code of the key'

function keyOf({ setUp }: Frame): Html | null {
  if (!setUp) return null
  const image = qrImage(setUp.uri)
  return html`${image !== null && html`<img class="qr" src="${image}" alt="${QR_ALT}" />`}
    <p class="key centered" id="secret">${setUp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
    <p class="centered"><a href="${setUp.uri}">Open in an app on this device</a></p>`
}

/** A verdict as a sentence of a page that says "no" already. */
const sentence = (why: string) => why.replace(/^No: (.)/, (_, first: string) => first.toUpperCase())

/** The scopes that a person agrees to; all, where a client asks although it need not. */
function whatIsAsked(scopes: readonly AskedScope[]): readonly AskedScope[] {
  const open = scopes.filter(({ needsConsent }) => needsConsent)
  return open.length > 0 ? open : scopes
}

type Content<Name extends Step['step']> = (step: Extract<Step, { step: Name }>, frame: Frame) => Html

/** A page for each step; `done` shows none. */
const PAGES: { readonly [Name in Exclude<Step['step'], 'done'>]: Content<Name> } = {
  identifier: ({ value }, frame) =>
    html`${form(
      html`${field('identifier', 'User name', html`value="${value}" ${NAME}`, frame)}${button('identify', 'Next')}`,
    )}${footer()}`,
  password: (_, frame) =>
    html`${who(frame)}${form(
      html`${nameForManagers(frame)}${field('password', 'Password', PASSWORD, frame)}${button('password', 'Sign in')}`,
    )}${footer()}`,
  newPassword: (_, frame) =>
    html`${who(frame)}
      <p>Your password has expired.</p>
      ${form(
        html`${nameForManagers(frame)}${field('password', 'New password', NEW_PASSWORD, frame)}
        ${field('repeated', 'The same again', NEW_PASSWORD, null)}${button('newPassword', 'Change password')}`,
      )}${footer()}`,
  choose: ({ choices }, frame) =>
    html`${who(frame)}${problemOf(frame)}
      <p>One more proof is needed. Choose which.</p>
      ${choices.map(
        (choice) =>
          html`<form method="post">
            <input type="hidden" name="method" value="${choice.key}/${choice.method}" />
            <button class="choice" name="act" value="choose">
              <span>${choice.isEnrolled ? nameOfMethod(choice) : `Set up ${nameOfMethod(choice)}`}</span>
              ${isSimulated(choice) && html`<small>Simulated</small>`}
            </button>
          </form>`,
      )}${footer()}`,
  code: ({ others, remember }, frame) =>
    html`${who(frame)}
      <p>Enter the code that the app shows now.</p>
      ${form(html`${field('code', 'Code', CODE, frame)}${memory(remember)}${button('code', 'Verify')}`)}${footer(others)}`,
  setUp: ({ others, remember }, frame) =>
    html`${who(frame)}
      <p>
        Scan this with an app that shows time-based codes, or type the key in. Then enter the code that the app shows.
      </p>
      ${keyOf(frame)}${form(html`${field('code', 'Code', CODE, frame)}${memory(remember)}${button('setUp', 'Set up')}`)}${footer(others)}`,
  simulated: ({ label, others, remember }, frame) =>
    html`${who(frame)}
      <p class="note"><strong>Simulated.</strong> Nothing is sent. Choose how it ends.</p>
      ${problemOf(frame)}${form(html`${memory(remember)}${button('simulate', `${label} succeeds`)}`)}${form(
        button('fail', `${label} fails`, 'other'),
      )}${footer(others)}`,
  elsewhere: ({ provider }, frame) =>
    html`${who(frame)}
      <p class="note">The sign-in would go on at <strong>${provider}</strong>, which cannot be reached from here.</p>
      ${form(button('cancel', `Back to ${frame.app}`))}`,
  consent: ({ person, scopes }, frame) =>
    html`<p>${nameOf(person)}</p>
      <p>${frame.app} asks for access to:</p>
      <ul>
        ${whatIsAsked(scopes).map(
          ({ label, description }) =>
            html`<li><strong>${label}</strong>${description !== null && html`<br />${description}`}</li>`,
        )}
      </ul>
      ${form(button('consent', 'Allow'))}${footer()}`,
  refused: ({ why }, frame) =>
    html`${who(frame)}
      <p class="problem" role="alert">${sentence(why)}</p>
      <p class="soft">An administrator sees more in Gatehouse, under Audit.</p>
      ${form(button('cancel', `Back to ${frame.app}`))}`,
}

type Titles = { readonly [Name in Exclude<Step['step'], 'done'>]?: (step: Extract<Step, { step: Name }>) => string }

/** Steps whose title does not name the application; its name is above the title. */
const TITLES: Titles = {
  newPassword: () => 'Choose a new password',
  choose: () => 'Prove that it is you',
  code: ({ method }) => nameOfMethod(method),
  setUp: ({ method }) => `Set up ${nameOfMethod(method)}`,
  simulated: ({ label }) => label,
  consent: () => 'Allow access?',
}

/** The page of a step of a sign-in. */
export function stepPage(step: Exclude<Step, { step: 'done' }>, frame: Frame): string {
  const { organization, app } = frame
  const own = (TITLES[step.step] as ((step: Step) => string) | undefined)?.(step)
  const title = own ?? (step.step === 'refused' ? `You cannot sign in to ${app}` : `Sign in to ${app}`)
  const above = own === undefined ? organization : `${app} · ${organization}`
  const content = PAGES[step.step] as (step: Step, frame: Frame) => Html
  return titledPage(above, title, content(step, frame))
}

/** An error page, where there is no client to report to. */
export const problemPage = (organization: string, { title, why }: { title: string; why: string }): string =>
  titledPage(organization, title, html`<p>${why}</p>`)
