import { authenticatorLabel } from '#contract/policy/authenticator-table.ts'
import type { MethodName } from '#policy/index.ts'
import { html, Html } from './html.ts'
import type { SetUp } from './sign-ins.ts'
import type { Step } from './steps.ts'
import { STYLE } from './style.ts'

/** WHY made apart: the policy of a page names the hash of the style to the letter, spaces included. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`)

/** What every page of a sign-in shows beside its step. */
interface Frame {
  readonly organization: string
  readonly app: string
  readonly identifier: string | null
  readonly problem: string | null
  readonly setUp: SetUp | null
}

/** A whole page. */
export function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html> `.text
}

const problemOf = ({ problem }: Frame) => problem !== null && html`<div class="problem" role="alert">${problem}</div>`

const button = (act: string, label: string, look: 'main' | 'other' | 'link' = 'main') =>
  html`<button class="${look}" name="act" value="${act}">${label}</button>`

const form = (content: Html) => html`<form method="post">${content}</form>`

/** Whose sign-in it is, and the way to another. */
const who = ({ identifier }: Frame) =>
  identifier !== null &&
  html`<form method="post" class="who"><strong>${identifier}</strong>${button('startOver', 'Not you?', 'link')}</form>`

const cancel = html`<form method="post">${button('cancel', 'Cancel', 'other')}</form>`

const others = (are: boolean) =>
  are && html`<form method="post">${button('others', 'Another way to prove it', 'other')}</form>`

const codeField = html`<label for="code">Code</label>
  <input
    id="code"
    name="code"
    type="text"
    inputmode="numeric"
    autocomplete="one-time-code"
    maxlength="10"
    required
    autofocus
  />`

const passwordField = (id: string, label: string, complete: 'current-password' | 'new-password', first = true) =>
  html`<label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${id}"
      type="password"
      autocomplete="${complete}"
      maxlength="1000"
      required
      ${first && new Html('autofocus')}
    />`

const nameOfMethod = ({ key, method }: MethodName) => authenticatorLabel(key, method)

type Content<Name extends Step['step']> = (step: Extract<Step, { step: Name }>, frame: Frame) => Html

/** A page for each step; `done` shows none. */
const PAGES: { readonly [Name in Exclude<Step['step'], 'done'>]: Content<Name> } = {
  identifier: ({ value }, frame) =>
    html`${problemOf(frame)}${form(
      html`<label for="identifier">User name</label>
        <input
          id="identifier"
          name="identifier"
          type="text"
          value="${value}"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          maxlength="100"
          required
          autofocus
        />${button('identify', 'Next')}`,
    )}${cancel}`,
  password: (_, frame) =>
    html`${who(frame)}${problemOf(frame)}${form(
      html`${passwordField('password', 'Password', 'current-password')}${button('password', 'Sign in')}`,
    )}${cancel}`,
  newPassword: (_, frame) =>
    html`${who(frame)}
      <p>Your password has expired. Choose another one.</p>
      ${problemOf(frame)}${form(
        html`${passwordField('password', 'New password', 'new-password')}${passwordField('repeated', 'Again', 'new-password', false)}${button('newPassword', 'Change password')}`,
      )}${cancel}`,
  choose: ({ choices }, frame) =>
    html`${who(frame)}${problemOf(frame)}
      <p>Prove in one more way that it is you.</p>
      ${choices.map(
        (choice) =>
          html`<form method="post">
            <input type="hidden" name="method" value="${choice.key}/${choice.method}" />
            ${button('choose', choice.isEnrolled ? nameOfMethod(choice) : `Set up ${nameOfMethod(choice)}`, 'other')}
          </form>`,
      )}${cancel}`,
  code: ({ method, others: more }, frame) =>
    html`${who(frame)}
      <p>Enter the code that ${nameOfMethod(method)} shows.</p>
      ${problemOf(frame)}${form(html`${codeField}${button('code', 'Verify')}`)}${others(more)}${cancel}`,
  setUp: ({ method, others: more }, frame) =>
    html`${who(frame)}
      <p>
        Set up ${nameOfMethod(method)}: add this key to an app that shows time-based codes, then enter the code that it
        shows.
      </p>
      <p class="key" id="secret">${frame.setUp?.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
      <p><a href="${frame.setUp?.uri}">Open in an app on this device</a></p>
      ${problemOf(frame)}${form(html`${codeField}${button('setUp', 'Set up')}`)}${others(more)}${cancel}`,
  simulated: ({ label, others: more }, frame) =>
    html`${who(frame)}
      <div class="note"><strong>Simulated.</strong> ${label} cannot be asked from here. Say how it ends.</div>
      ${problemOf(frame)}${form(button('simulate', `${label} succeeds`))}${form(
        button('fail', `${label} fails`, 'other'),
      )}${others(more)}${cancel}`,
  elsewhere: ({ provider }, frame) =>
    html`${who(frame)}
      <p>
        The sign-in would continue at <strong>${provider}</strong>. Identity providers outside cannot be reached from
        here.
      </p>
      ${cancel}`,
  consent: ({ person, scopes }, frame) =>
    html`<p><strong>${person}</strong> lets ${frame.app}:</p>
      <ul>
        ${scopes.map(
          ({ label, description }) =>
            html`<li><strong>${label}</strong>${description !== null && html`<br />${description}`}</li>`,
        )}
      </ul>
      ${form(button('consent', 'Allow'))}${cancel}`,
  refused: ({ why }, frame) =>
    html`${who(frame)}
      <div class="problem" role="alert">${why}</div>
      <form method="post">${button('cancel', `Back to ${frame.app}`)}</form>`,
}

const TITLES: Partial<Record<Step['step'], (frame: Frame) => string>> = {
  consent: ({ app }) => `${app} asks for access`,
  refused: ({ app }) => `You cannot sign in to ${app}`,
}

/** The page of a step of a sign-in. */
export function stepPage(step: Exclude<Step, { step: 'done' }>, frame: Frame): string {
  const title = TITLES[step.step]?.(frame) ?? `Sign in to ${frame.app}`
  const content = PAGES[step.step] as (step: Step, frame: Frame) => Html
  return page(
    `${title} · ${frame.organization}`,
    html`<header>${frame.organization}</header>
      <h1>${title}</h1>
      ${content(step, frame)}`,
  )
}

/** A page that says that something did not work, where there is no client to say it to. */
export const problemPage = (organization: string, { title, why }: { title: string; why: string }): string =>
  page(
    `${title} · ${organization}`,
    html`<header>${organization}</header>
      <h1>${title}</h1>
      <p>${why}</p>`,
  )
